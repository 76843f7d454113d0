import { randomUUID } from 'node:crypto';
import { createSubscriptionLinks } from '@journal/events';
import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createEmailConfirmationMailHandler } from './mail-jobs.ts';

const email = 'ada@example.org';

async function setUp(during: (userId: string) => Promise<unknown> = async () => {}) {
  const userId = randomUUID();
  const { parts, context, ...log } = createMailParts(() => during(userId));
  const handler = createEmailConfirmationMailHandler(parts);
  const work = (jobId = context.jobId) => handler.work({ userId }, { ...context, jobId });
  return { ...log, keyedHash: parts.keyedHash, userId, work };
}

it('each run mails the same link, which confirms the address of the account, and no name', async () => {
  const { users, keyedHash, userId, sent, work } = await setUp();
  await users.register(userId, { email });
  await work();
  await work();
  const [message] = sent;
  expect(sent[1]).toEqual(message);
  expect(message).toMatchObject({ kind: 'email-confirmation', subjectId: userId, to: email });
  expect(message?.text).not.toMatch(/Writer|ada@/);
  const link = /https:\/\/journal\.example\/confirm-email\?token=([\w-]+)/.exec(message?.text ?? '');
  const found = await createSubscriptionLinks(keyedHash).readAccount(link?.[1] ?? '');
  expect(found).toEqual({ hash: await keyedHash('email', email), userId });
});

it('the Message-ID is the same each time a job runs, and differs for another job', async () => {
  const { users, userId, sent, work } = await setUp();
  await users.register(userId, { email });
  for (const jobId of ['job-1', 'job-1', 'job-2']) await work(jobId);
  const [first, again, other] = sent.map(({ messageId }) => messageId);
  expect(first).toMatch(/^<[0-9a-f]{32}@journal\.example>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('the job mails nothing if the address is confirmed, or the user is unknown or forgotten', async () => {
  const { users, userId, sent, work } = await setUp();
  await work();
  await users.register(userId, { email });
  await users.write({ type: 'UserEmailConfirmed', data: { userId } });
  await work();
  await users.forget(userId);
  await work();
  expect(sent).toEqual([]);
});

it('the job removes the message of a user who is forgotten while it is sent', async () => {
  const system = await setUp((userId) => system.users.forget(userId));
  await system.users.register(system.userId, { email });
  await system.work();
  expect(system.forgotten).toEqual([system.userId]);
});
