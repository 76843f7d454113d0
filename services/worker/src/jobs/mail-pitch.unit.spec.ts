import type { RecordedEvent } from '@journal/event-store';
import { submissionStream } from '@journal/events';
import { expect, it } from 'vitest';
import type { Message } from '../mail/mailer.ts';
import { createMailParts } from '../testing/mail-parts.ts';
import { createPitchMailHandler, pitchMailJob } from './mail-pitch.ts';

const userId = 'user-1';

async function setUp(during?: () => Promise<unknown>) {
  const { parts, context, ...log } = createMailParts(during);
  const { store, sent } = log;
  const handler = createPitchMailHandler(parts);
  await log.users.register(userId, { email: 'ada@example.org' });
  await log.submissions.pitch('a', { userId, articleTitle: 'A secret title', fullEssay: 'A secret essay' });
  await log.users.register('editor-2', { email: 'ed@example.org' });
  await log.users.grantAdmin('editor-2');
  const steps = {
    assign: () => log.submissions.assign('a', 'editor-2'),
    assignAnother: () => log.submissions.assign('a', 'editor-3'),
    assignMyself: () => log.submissions.assign('a', 'editor-1'),
    ask: () => log.submissions.requestChanges('a', 'A secret note'),
    resubmit: () => log.submissions.resubmit('a', { articleTitle: 'A secret' }, 'A secret reply'),
    accept: () => log.submissions.accept('a', 24),
    acceptAgain: () => log.submissions.accept('a', 25),
    delete: () => log.submissions.delete('a'),
    publish: () => log.submissions.publish('a', 7),
    decline: () => log.submissions.decline('a', 'A secret message'),
    reopen: () => log.submissions.reopen('a'),
    withdraw: () => log.submissions.withdraw('a'),
  };
  const take = (step: keyof typeof steps) => steps[step]();
  /** Runs the mail job for the pitch's event at this revision. */
  async function mail(revision: number) {
    const recorded: RecordedEvent[] = [];
    for await (const one of store.read(submissionStream('a'))) recorded.push(one);
    const [event] = await log.codec.open(recorded.slice(revision, revision + 1));
    const { data } = pitchMailJob(event as Parameters<typeof pitchMailJob>[0]);
    await handler.work(data, context);
    return sent.at(-1);
  }
  return { ...log, take, mail };
}

function expectLinkAlone(message: Message | undefined, link: string): void {
  for (const text of [message?.text, message?.html?.replaceAll('&amp;', '&')]) {
    expect(text).toContain(link);
    expect(text?.match(/https:/g)).toHaveLength(1);
    expect(text).not.toMatch(/secret|Writer/);
  }
}

const ownPage = 'https://journal.example/profile/pitches/a';
const inPanel = 'https://journal.example/admin?tab=submissions#a';

it.each([
  ['has arrived', [], 0, 'received', ownPage],
  ['needs another turn', ['ask'], 1, 'changes-requested', ownPage],
  ['is accepted', ['accept'], 1, 'accepted', ownPage],
  ['is published', ['publish'], 1, 'published', 'https://journal.example/article/7'],
  ['is declined', ['decline'], 1, 'declined', ownPage],
] as const)('the writer gets a mail that a pitch %s, with one link and none of its text', async (...row) => {
  const [, steps, revision, kind, link] = row;
  const { take, mail, sent } = await setUp();
  for (const step of steps) await take(step);
  const message = await mail(revision);
  expect(sent).toHaveLength(1);
  expect(message).toMatchObject({ kind: `pitch-${kind}`, to: 'ada@example.org', subjectId: userId });
  expectLinkAlone(message, link);
});

it('the mail about an accepted pitch refers to its page for what is missing, such as a consent', async () => {
  const { take, mail } = await setUp();
  await take('accept');
  expect((await mail(1))?.text).toContain('Its page says if anything is still missing');
});

it.each([
  ['is theirs', ['assign'], 1, 'assigned', inPanel],
  ['is back', ['assign', 'ask', 'resubmit'], 3, 'resubmitted', inPanel],
  ['was withdrawn', ['assign', 'withdraw'], 2, 'withdrawn', 'https://journal.example/admin?tab=submissions'],
] as const)(
  'the assignee gets a mail that a pitch %s, with one link and none of its text',
  async (...row) => {
    const [, steps, revision, kind, link] = row;
    const { take, mail, sent, users } = await setUp();
    for (const step of steps) await take(step);
    expect(await mail(revision)).toMatchObject({ kind: `pitch-${kind}`, to: 'ed@example.org' });
    expectLinkAlone(sent[0], link);
    await users.revokeAdmin('editor-2');
    await mail(revision);
    expect(sent).toHaveLength(1);
  },
);

it.each([
  ['an assignment that was changed since', ['assign', 'assignAnother'], 1],
  ['an assignment to oneself', ['assignMyself'], 1],
  ['changes that were made since', ['ask', 'resubmit'], 1],
  ['a pitch that is back and that nobody looks after', ['ask', 'resubmit'], 2],
  ['a rejection that was undone', ['decline', 'reopen'], 1],
  ['a rejection that was told again', ['decline', 'reopen', 'decline'], 1],
  ['an acceptance before a rejection', ['accept', 'decline'], 1],
  ['an acceptance of what was published', ['accept', 'publish'], 1],
  ['another issue for which a pitch is accepted', ['accept', 'acceptAgain'], 2],
  ['an acceptance of what was deleted', ['accept', 'delete'], 1],
  ['changes to what was declined', ['ask', 'decline'], 1],
  ['an assignment of what was published', ['assign', 'publish'], 1],
  ['a pitch that was deleted as spam', ['delete'], 0],
  ['a pitch that was withdrawn since', ['accept', 'withdraw'], 1],
  ['a withdrawn pitch that nobody looks after', ['withdraw'], 1],
] as const)('nobody gets a mail about %s', async (_what, steps, revision) => {
  const { take, mail, sent } = await setUp();
  for (const step of steps) await take(step);
  await mail(revision);
  expect(sent).toEqual([]);
});

it.each([
  ['has arrived', [], 0, 'ada', false],
  ['needs another turn', ['ask'], 1, 'ada', true],
  ['is accepted', ['accept'], 1, 'ada', false],
  ['is published', ['publish'], 1, 'ada', true],
  ['is declined', ['decline'], 1, 'ada', true],
  ['is theirs', ['assign'], 1, 'ed', true],
  ['is back', ['assign', 'ask', 'resubmit'], 3, 'ed', true],
  ['was withdrawn', ['assign', 'withdraw'], 2, 'ed', false],
] as const)(
  'a user’s choice of fewer or all mails is respected when a pitch %s, after steps %o',
  async (...row) => {
    const [, steps, revision, who, isTold] = row;
    const { take, mail, sent, users } = await setUp();
    for (const step of steps) await take(step);
    for (const id of [userId, 'editor-2']) await users.chooseFewerMails(id);
    await mail(revision);
    expect(sent.map(({ to }) => to)).toEqual(isTold ? [`${who}@example.org`] : []);
    for (const id of [userId, 'editor-2']) await users.chooseAllMails(id);
    await mail(revision);
    expect(sent).toHaveLength(isTold ? 2 : 1);
  },
);

it('the writer gets one mail that a pitch is accepted, whichever issue it is for, and another one after a rejection', async () => {
  const { take, mail, sent } = await setUp();
  for (const step of ['accept', 'acceptAgain'] as const) await take(step);
  expect(await mail(1)).toMatchObject({ kind: 'pitch-accepted' });
  for (const step of ['decline', 'reopen', 'accept'] as const) await take(step);
  await mail(1);
  expect(sent).toHaveLength(1);
  await mail(5);
  expect(sent.map(({ kind }) => kind)).toEqual(['pitch-accepted', 'pitch-accepted']);
});

it('the writer gets a mail about a second rejection after the first was undone', async () => {
  const { take, mail } = await setUp();
  for (const step of ['decline', 'reopen', 'decline'] as const) await take(step);
  expect(await mail(3)).toMatchObject({ kind: 'pitch-declined' });
});

it('the mail about a rejection waits for the rest of the minute in which it can be undone', () => {
  const jobOf = (type: 'SubmissionPitched' | 'SubmissionDeclined', age: number) => {
    const at = new Date(Date.now() - age).toISOString();
    const data = { userId, submissionId: 'a' };
    return pitchMailJob({ id: 'event-1', type, data, metadata: { at, requestId: 'r' } } as never);
  };
  expect(jobOf('SubmissionDeclined', 10_000).delay).toBeGreaterThan(49_000);
  expect(jobOf('SubmissionDeclined', 10_000).delay).toBeLessThanOrEqual(50_000);
  expect(jobOf('SubmissionDeclined', 70_000).delay).toBe(0);
  expect(jobOf('SubmissionPitched', 0).delay).toBe(0);
  expect(jobOf('SubmissionDeclined', 0).data).toEqual({ userId, submissionId: 'a', eventId: 'event-1' });
});

it('nobody gets a mail about a withdrawn pitch or a forgotten writer’s pitch', async () => {
  const withdrawn = await setUp();
  await withdrawn.submissions.withdraw('a');
  await withdrawn.mail(0);
  expect(withdrawn.sent).toEqual([]);
  const erased = await setUp();
  await erased.users.forget(userId);
  await erased.mail(0);
  expect(erased.sent).toEqual([]);
});

it('the message to a user who is forgotten while it is sent is removed', async () => {
  const { users, mail, forgotten } = await setUp(() => users.forget(userId));
  await mail(0);
  expect(forgotten).toEqual([userId]);
});
