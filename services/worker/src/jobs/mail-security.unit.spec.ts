import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createSecurityMailHandler, mailedSecurityEvents } from './mail-security.ts';

const email = 'ada@example.org';

async function setUp(during: (userId: string) => Promise<unknown> = async () => {}) {
  const userId = randomUUID();
  const { parts, context, ...log } = createMailParts(() => during(userId));
  const handler = createSecurityMailHandler(parts);
  return { ...log, userId, work: (what: string) => handler.work({ userId, what }, context) };
}

it('each security event is mailed with its own subject and a link, and without names', async () => {
  const { users, userId, sent, work } = await setUp();
  await users.register(userId, { email });
  for (const what of mailedSecurityEvents) await work(what);
  expect(sent.map(({ kind, subjectId, to }) => [kind, subjectId, to])).toEqual(
    mailedSecurityEvents.map(() => ['security', userId, email]),
  );
  expect(new Set(sent.map(({ subject }) => subject)).size).toBe(mailedSecurityEvents.length);
  for (const { text } of sent) {
    expect(text).toContain('https://journal.example/profile#passkeys');
    expect(text).not.toMatch(/Writer|ada@/);
  }
});

it('an unknown user gets no security mail, and the mail to a user forgotten meanwhile is removed', async () => {
  const gone = await setUp();
  await gone.work('PasskeyAdded');
  expect(gone.sent).toEqual([]);
  const leaving = await setUp((userId) => leaving.users.forget(userId));
  await leaving.users.register(leaving.userId, { email });
  await leaving.work('RecoveryCodeUsed');
  expect(leaving.forgotten).toEqual([leaving.userId]);
});
