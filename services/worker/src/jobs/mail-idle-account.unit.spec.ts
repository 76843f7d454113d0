import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createIdleAccountMailHandler } from './mail-idle-account.ts';

const userId = 'user-1';

async function setUp() {
  const { parts, context, users, sent } = createMailParts();
  await users.register(userId, { email: 'ada@example.org' });
  return { users, sent, mail: () => createIdleAccountMailHandler(parts).work({ userId }, context) };
}

it('a user who wants fewer mails is still asked, with a single link, whether they want their account', async () => {
  const { users, mail, sent } = await setUp();
  await users.chooseFewerMails(userId);
  await mail();
  expect(sent).toHaveLength(1);
  const [message] = sent;
  expect(message).toMatchObject({ kind: 'idle-account', to: 'ada@example.org', subjectId: userId });
  expect(message?.subject).toContain('Do you still want your account');
  for (const text of [message?.text, message?.html]) {
    expect(text).toContain('https://journal.example/profile');
    expect(text?.match(/https:/g)).toHaveLength(1);
  }
});

it('a forgotten user gets no mail', async () => {
  const { users, mail, sent } = await setUp();
  await users.forget(userId);
  await mail();
  expect(sent).toEqual([]);
});
