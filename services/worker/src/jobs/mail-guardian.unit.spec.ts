import { randomUUID } from 'node:crypto';
import { createSubscriptionLinks, guardianSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createConsentAnsweredMailHandler, createGuardianMailHandler } from './mail-guardian.ts';

async function setUp(during?: (which: { userId: string; guardianId: string }) => Promise<unknown>) {
  const which = { userId: randomUUID(), guardianId: randomUUID() };
  const { parts, context, ...log } = createMailParts(async () => during?.(which));
  await log.users.register(which.userId);
  return {
    ...log,
    which,
    links: createSubscriptionLinks(parts.keyedHash),
    ask: (at = new Date()) => log.users.askGuardian(which.userId, which.guardianId, at),
    work: () => createGuardianMailHandler(parts).work(which, context),
    tell: () => createConsentAnsweredMailHandler(parts).work({ userId: which.userId }, context),
  };
}

describe('the mail to a guardian', () => {
  it('has the same link on each run, and does not name the writer', async () => {
    const { ask, work, sent, links, which } = await setUp();
    await ask();
    await work();
    await work();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    const { to, subjectId, subject = '', text = '' } = sent[0] ?? {};
    expect(to).toBe(`guardian-of-${which.userId}@example.org`);
    expect(subjectId).toBe(`${which.userId}_${which.guardianId}`);
    const [, token = ''] = /https:\/\/journal\.example\/consent\?token=([\w-]+)/.exec(text) ?? [];
    expect(await links.readConsent(token)).toEqual(which);
    expect(subject + text).not.toContain('Writer');
  });

  it.each([
    'GuardianConsented',
    'GuardianDeclined',
    'GuardianRequestEnded',
    'another',
    'long ago',
    'erased',
    'forgotten',
    'none',
  ] as const)('is not sent if no answer is expected: %s', async (what) => {
    const { users, vault, ask, work, sent, which } = await setUp();
    const { userId } = which;
    if (what !== 'none') await ask(what === 'long ago' ? new Date(0) : undefined);
    if (what === 'another') await users.askGuardian(userId, randomUUID(), new Date());
    if (what === 'erased') await vault.forget(guardianSubject(which));
    if (what === 'forgotten') await users.forget(userId);
    if (what.startsWith('Guardian'))
      await users.write({ type: what as 'GuardianConsented', data: which }, new Date());
    await work();
    expect(sent).toEqual([]);
  });

  it('is removed if the request ends while it is sent', async () => {
    const side = await setUp((which) =>
      side.users.write({ type: 'GuardianRequestEnded', data: which }, new Date()),
    );
    await side.ask();
    await side.work();
    expect(side.forgotten).toEqual([`${side.which.userId}_${side.which.guardianId}`]);
  });
});

it('a writer gets a mail with a link once a guardian has answered, unless the writer was forgotten', async () => {
  const { users, tell, sent, which } = await setUp();
  await tell();
  expect(sent).toMatchObject([{ to: `${which.userId}@example.org`, kind: 'consent-answered' }]);
  expect(sent[0]?.text).toContain('https://journal.example/profile#pitches');
  await users.forget(which.userId);
  await tell();
  expect(sent).toHaveLength(1);
});
