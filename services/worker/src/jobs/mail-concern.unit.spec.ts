import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createConcernMailHandler } from './mail-concern.ts';

async function setUp(safeguardingEmail?: string) {
  const { parts, context, ...log } = createMailParts();
  await log.users.register('editor-2', { email: 'ed@example.org' });
  await log.users.grantAdmin('editor-2');
  const handler = createConcernMailHandler({ ...parts, safeguardingEmail });
  const mail = async (userId?: string) => {
    await handler.work({ eventId: 'event-1', ...(userId && { userId }) }, context);
    return log.sent;
  };
  return { ...log, mail };
}

it('the configured contact gets a mail with a link to the concerns', async () => {
  const [message] = await (await setUp('safe@example.org')).mail();
  expect(message).toMatchObject({ kind: 'concern', to: 'safe@example.org' });
  for (const text of [message?.text, message?.html])
    expect(text).toContain('https://journal.example/admin/concerns');
});

it('without a configured contact, a user gets the mail only while they may read concerns', async () => {
  const log = await setUp();
  expect(await log.mail('editor-2')).toMatchObject([{ to: 'ed@example.org' }]);
  await log.users.revokeAdmin('editor-2');
  expect(await log.mail('editor-2')).toHaveLength(1);
  expect(await log.mail()).toHaveLength(1);
});
