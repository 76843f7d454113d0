import type { RecordedEvent } from '@journal/event-store';
import { submissionStream } from '@journal/events';
import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { mailsPitch, pitchMailJob } from './mail-pitch.ts';

const userId = 'user-1';

async function setUp(during?: () => Promise<unknown>) {
  const { parts, context, ...log } = createMailParts(during);
  const { store, sent } = log;
  const mails = mailsPitch(parts);
  await log.users.register(userId, { email: 'ada@example.org' });
  await log.submissions.pitch('a', { userId, articleTitle: 'A secret title', fullEssay: 'A secret essay' });
  /** Does the job of the pitch's event of this revision. */
  async function mail(revision: number) {
    const recorded: RecordedEvent[] = [];
    for await (const one of store.read(submissionStream('a'))) recorded.push(one);
    const [event] = await log.codec.open(recorded.slice(revision, revision + 1));
    const { data } = pitchMailJob(event as Parameters<typeof pitchMailJob>[0]);
    await mails.work(data, context);
    return sent.at(-1);
  }
  return { ...log, mail };
}

it.each([
  ['has arrived', undefined, 0, 'pitch-received', 'https://journal.example/profile#pitches'],
  ['is published', 'publish', 1, 'pitch-published', 'https://journal.example/article/7'],
  ['was not taken up', 'delete', 1, 'pitch-refused', 'https://journal.example/profile#pitches'],
] as const)('tells its writer that a pitch %s, by a link and without its text', async (...row) => {
  const [, step, revision, kind, link] = row;
  const { submissions, mail, sent } = await setUp();
  if (step === 'publish') await submissions.publish('a', 7);
  if (step === 'delete') await submissions.delete('a');
  const message = await mail(revision);
  expect(sent).toHaveLength(1);
  expect(message).toMatchObject({ kind, to: 'ada@example.org', subjectId: userId });
  for (const text of [message?.text, message?.html]) {
    expect(text).toContain(link);
    expect(text?.match(/https:/g)).toHaveLength(1);
    expect(text).not.toMatch(/secret|Writer/);
  }
});

it('tells of a deletion a minute later, and nothing of one that was undone by then', async () => {
  const { submissions, mail, sent } = await setUp();
  await submissions.delete('a');
  await submissions.restore('a');
  await mail(1);
  expect(sent).toEqual([]);
  await submissions.delete('a');
  await mail(1);
  expect(sent).toEqual([]);
  expect(await mail(3)).toMatchObject({ kind: 'pitch-refused' });
});

it('waits for the rest of the minute in which a deletion can be undone', () => {
  const jobOf = (type: 'SubmissionPitched' | 'SubmissionDeleted', age: number) => {
    const at = new Date(Date.now() - age).toISOString();
    const data = { userId, submissionId: 'a' };
    return pitchMailJob({ id: 'event-1', type, data, metadata: { at, requestId: 'r' } } as never);
  };
  expect(jobOf('SubmissionDeleted', 10_000).delay).toBeGreaterThan(49_000);
  expect(jobOf('SubmissionDeleted', 10_000).delay).toBeLessThanOrEqual(50_000);
  expect(jobOf('SubmissionDeleted', 70_000).delay).toBe(0);
  expect(jobOf('SubmissionPitched', 0).delay).toBe(0);
  expect(jobOf('SubmissionDeleted', 0).data).toEqual({ userId, submissionId: 'a', eventId: 'event-1' });
});

it('mails nothing of a pitch that was withdrawn, nor to who was forgotten', async () => {
  const withdrawn = await setUp();
  await withdrawn.submissions.withdraw('a');
  await withdrawn.mail(0);
  expect(withdrawn.sent).toEqual([]);
  const erased = await setUp();
  await erased.users.forget(userId);
  await erased.mail(0);
  expect(erased.sent).toEqual([]);
});

it('removes the message to who was forgotten while it was sent', async () => {
  const { users, mail, forgotten } = await setUp(() => users.forget(userId));
  await mail(0);
  expect(forgotten).toEqual([userId]);
});
