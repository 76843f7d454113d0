import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { commentsMailJob, createCommentsMailHandler } from './mail-comments.ts';

const userId = 'user-1';
const writer = { id: userId, role: 'writer' } as const;
/** Hour of the first events of a log, which are one minute apart. */
const hour = '2026-01-01T00';

async function setUp() {
  const { parts, context, ...log } = createMailParts();
  const { comments, submissions, users } = log;
  await users.register(userId, { email: 'ada@example.org' });
  await submissions.pitch('a', { userId, articleTitle: 'A secret title' });
  const steps = {
    comment: () => comments.comment('a', 'one', { note: 'A secret note' }),
    commentByAnEarlierClock: () => comments.comment('a', 'one', {}, new Date(`${hour}:00:00.000Z`)),
    commentAmongEditors: () => comments.comment('a', 'two', { audience: 'editors' }),
    replyAmongEditors: () => comments.reply('a', 'three', 'two'),
    reply: () => comments.reply('a', 'four', 'one', 'A secret reply'),
    answer: () => comments.reply('a', 'five', 'one', 'An answer', writer),
    resolve: () => comments.resolve('a', 'one'),
    reopen: () => comments.reopen('a', 'one'),
    delete: () => comments.delete('a', 'one'),
    deleteReply: () => comments.delete('a', 'four'),
    ask: () => submissions.requestChanges('a', 'A note'),
    decline: () => submissions.decline('a', 'A message'),
    takeUpAgain: () => submissions.reopen('a'),
    publish: () => submissions.publish('a', 7),
    withdraw: () => submissions.withdraw('a'),
    wantFewer: () => users.chooseFewerMails(userId),
    wantAll: () => users.chooseAllMails(userId),
    forget: () => users.forget(userId),
  };
  async function mailed(ofHour = hour) {
    await createCommentsMailHandler(parts).work({ userId, submissionId: 'a', hour: ofHour }, context);
    return log.sent;
  }
  return { steps, mailed };
}

it.each([
  ['are for them', ['comment']],
  ['are replies to theirs', ['comment', 'answer', 'reply']],
  ['are next to some that only editors see', ['comment', 'commentAmongEditors']],
  ['are open again', ['comment', 'resolve', 'reopen']],
  ['came after the note', ['ask', 'comment']],
  ['came after the note, by a clock that is behind', ['ask', 'commentByAnEarlierClock']],
  ['are on a pitch that was declined by mistake', ['comment', 'decline', 'takeUpAgain']],
  ['are for a writer who wants all mails again', ['comment', 'wantFewer', 'wantAll']],
] as const)(
  'a writer gets one mail, with a link and none of their text, about comments that %s',
  async (_what, happens) => {
    const { steps, mailed } = await setUp();
    for (const step of happens) await steps[step]();
    const [message, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ kind: 'pitch-commented', to: 'ada@example.org', subjectId: userId });
    for (const text of [message?.text, message?.html]) {
      expect(text).toContain('https://journal.example/profile/pitches/a');
      expect(text?.match(/https:/g)).toHaveLength(1);
      expect(text).not.toMatch(/secret|Second/);
    }
  },
);

it.each([
  ['that only editors see', ['commentAmongEditors', 'replyAmongEditors']],
  ['that are resolved', ['comment', 'resolve']],
  ['that were deleted', ['comment', 'reply', 'delete']],
  ['whose only news was deleted', ['comment', 'answer', 'reply', 'deleteReply']],
  ['that they have answered', ['comment', 'answer']],
  ['that came before the note', ['comment', 'ask']],
  ['on a published pitch', ['comment', 'publish']],
  ['on a declined pitch', ['comment', 'decline']],
  ['on a withdrawn pitch', ['comment', 'withdraw']],
  ['if they want fewer mails', ['comment', 'wantFewer']],
  ['if they were forgotten', ['comment', 'forget']],
] as const)('a writer gets no mail about comments %s', async (_what, happens) => {
  const { steps, mailed } = await setUp();
  for (const step of happens) await steps[step]();
  expect(await mailed()).toEqual([]);
});

it('the job for an hour without comments mails nothing', async () => {
  const { steps, mailed } = await setUp();
  await steps.comment();
  expect(await mailed('2026-01-01T01')).toEqual([]);
});

it('comments on a pitch share one job per hour, which runs a minute after the hour', () => {
  const jobOf = (at: string, submissionId = 'a') =>
    commentsMailJob({ data: { userId, submissionId }, metadata: { at, requestId: 'r' } } as never);
  const first = jobOf('2026-01-02T03:00:00.000Z').key;
  expect(jobOf('2026-01-02T03:59:59.999Z').key).toBe(first);
  for (const other of [jobOf('2026-01-02T04:00:00.000Z'), jobOf('2026-01-02T03:00:00.000Z', 'b')])
    expect(other.key).not.toBe(first);
  expect(jobOf('2026-01-02T03:00:00.000Z').delay).toBe(0);
  const started = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const { delay } = jobOf(new Date(started).toISOString());
  expect(Math.abs(started + 3_660_000 - Date.now() - delay)).toBeLessThan(1_000);
});
