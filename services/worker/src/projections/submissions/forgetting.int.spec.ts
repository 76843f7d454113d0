import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { contributorSubject } from '@journal/events';
import { listen } from '@journal/postgres';
import { type ChangeNotification, changesChannel, decodeChange } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { submissionContents } from '../../testing/submission-contents.ts';
import { createSubmissionLog, type SubmissionLog } from '../../testing/submission-log.ts';
import { until } from '../../testing/until.ts';
import { createUserLog, type UserLog } from '../../testing/user-log.ts';
import { submissionsProjection } from './submissions.projection.ts';

const words = {
  fullName: 'Quorvex Sample',
  school: 'Quorvex School',
  articleTitle: 'Quorvex title',
  articleSummary: 'Quorvex summary',
  fullEssay: 'Quorvex essay',
};
const theirs = { ...words, userId: 'user-1' };
const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: SubmissionLog;
let users: UserLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `forgetting_${++schemas}`;
  store = createMemoryEventStore();
  log = createSubmissionLog(store);
  users = createUserLog(store, log.vault);
  runners = createRunners(database.url, store, log);
});
afterEach(() => runners.stop());

const start = (name = schema) => runners.start(name, { projection: submissionsProjection });
const applied = (position: string) => untilApplied(pool, schema, position);
const expectNoWord = async () =>
  expect(JSON.stringify(await submissionContents(pool, schema))).not.toMatch(/quorvex/i);
/** The tables filled anew, as they are when the key has been deleted. */
async function rebuilt(position: string) {
  await log.vault.forget(contributorSubject({ contributorId: 'user-1' }));
  const other = `rebuilt_${schemas}`;
  start(other);
  await untilApplied(pool, other, position);
  return submissionContents(pool, other);
}

describe.each(['keep', 'remove'] as const)('a writer who is forgotten (pieces: %s)', (pieces) => {
  it('leaves no word in any pitch, whatever became of it, and others do', async () => {
    start();
    await log.pitch('pending', theirs);
    await log.edit('pending', { articleTitle: 'Quorvex again' });
    await log.pitch('published', theirs);
    await log.publish('published', 1);
    await log.pitch('deleted', theirs);
    await log.delete('deleted');
    await applied(await log.pitch('other'));
    const position = await users.forget('user-1', pieces);
    await applied(position);
    await expectNoWord();
    const { submissions, versions } = await submissionContents(pool, schema);
    expect(submissions.map((row) => [row.id, row.status, row.known, row.searched.trim()])).toEqual([
      ['pending', 'pending', false, ''],
      ['published', 'published', false, ''],
      ['deleted', 'deleted', false, ''],
      ['other', 'pending', true, 'title other sämple writer summary other'],
    ]);
    expect(versions.filter((row) => row.submission_id === 'other')[0].full_essay).toContain('First other');
    expect(await submissionContents(pool, schema)).toEqual(await rebuilt(position));
  });

  it('stays so whatever comes in the same batch, before it or after it', async () => {
    await log.pitch('a', theirs);
    await log.edit('a', { fullEssay: 'Quorvex before' });
    await users.forget('user-1', pieces);
    await log.edit('a', { fullEssay: 'Quorvex after' });
    const position = await log.pitch('b', theirs);
    start();
    await applied(position);
    await expectNoWord();
    expect(await submissionContents(pool, schema)).toEqual(await rebuilt(position));
  });

  it('stays so when more comes later, sealed before the key was deleted', async () => {
    start();
    await applied(await users.forget('user-1', pieces));
    await applied(await log.pitch('a', theirs));
    await applied(await log.edit('a', words));
    await log.delete('a');
    const position = await log.restore('a');
    await applied(position);
    await expectNoWord();
    expect(await submissionContents(pool, schema)).toEqual(await rebuilt(position));
  });
});

it('tells editors and the writer of each change, and of forgetting once', async () => {
  const heard: ChangeNotification[] = [];
  const listening = Promise.withResolvers<void>();
  const listener = listen({
    url: database.url,
    applicationName: 'spec',
    channels: [changesChannel],
    onListening: listening.resolve,
    onNotification: (_channel, payload) => {
      const change = decodeChange(payload);
      if (change?.projection === schema) heard.push(change);
    },
  });
  await listening.promise;
  start();
  const steps = [
    () => log.pitch('a', theirs),
    () => log.edit('a', { age: 16 }),
    () => log.delete('a'),
    () => log.restore('a'),
    () => log.publish('a', 1),
    () => users.forget('user-1'),
    () => users.forget('user-1'),
  ];
  const told: string[][] = [];
  for (const step of steps) {
    const position = await step();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    told.push([...(heard.at(-1)?.topics ?? [])]);
  }
  await listener.close();
  const each = ['submissions', 'submission:a', 'mine:user-1'];
  expect(told).toEqual([each, each, each, each, each, each, []]);
});
