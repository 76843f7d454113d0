import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { contributorSubject } from '@journal/events';
import { readCheckpoint } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginEpoch, LeadershipLost } from '../../engine/checkpoint.ts';
import { writeStep } from '../../engine/step.ts';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { submissionContents } from '../../testing/submission-contents.ts';
import { createSubmissionLog, type SubmissionLog } from '../../testing/submission-log.ts';
import { submissionsProjection } from './submissions.projection.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: SubmissionLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `submissions_${++schemas}`;
  store = createMemoryEventStore();
  log = createSubmissionLog(store);
  runners = createRunners(database.url, store, log);
});
afterEach(() => runners.stop());

const start = () => runners.start(schema, { projection: submissionsProjection });
const applied = (position: string) => untilApplied(pool, schema, position);
const contents = () => submissionContents(pool, schema);
const only = async () => (await contents()).submissions[0];

describe('events become rows', () => {
  it('pitched: the whole pitch and its first version, the essay in the version alone', async () => {
    start();
    await applied(await log.pitch('a', { school: 'A School', userId: 'user-1' }));
    const { submissions, versions } = await contents();
    const common = {
      full_name: 'Sämple Writer',
      age: 15,
      school: 'A School',
      section: 'view',
      article_title: 'Title a',
      article_summary: 'Summary a',
      article_id: null,
      revision: 0,
      position: '000000000001',
    };
    expect(submissions).toEqual([
      {
        ...common,
        id: 'a',
        user_id: 'user-1',
        essay_revision: 0,
        status: 'pending',
        created_at: new Date('2026-01-03T00:00:00.000Z'),
        known: true,
        searched: 'title a sämple writer summary a',
      },
    ]);
    expect(versions).toEqual([
      {
        ...common,
        submission_id: 'a',
        event: 'SubmissionPitched',
        at: new Date('2026-01-03T00:00:00.000Z'),
        actor_id: 'user-1',
        actor_role: 'writer',
        request_id: 'request-4',
        changed: ['fullName', 'age', 'school', 'section', 'articleTitle', 'articleSummary', 'fullEssay'],
        restored_revision: null,
        full_essay: 'First a\n\nSecond',
      },
    ]);
  });

  it('edited: only what the edit names changes, and the version holds only that', async () => {
    start();
    await log.pitch('a', { school: 'A School' });
    await applied(await log.edit('a', { articleTitle: 'Another', school: null }));
    expect(await only()).toMatchObject({
      article_title: 'Another',
      school: null,
      full_name: 'Sämple Writer',
      revision: 1,
      essay_revision: 0,
      position: '000000000001',
      created_at: new Date('2026-01-03T00:00:00.000Z'),
    });
    expect((await contents()).versions[1]).toMatchObject({
      changed: ['articleTitle', 'school'],
      article_title: 'Another',
      full_essay: null,
      restored_revision: null,
    });
    await applied(await log.edit('a', { fullEssay: 'First a', restoredRevision: 0 }));
    expect(await only()).toMatchObject({ revision: 2, essay_revision: 2 });
    expect((await contents()).versions[2]).toMatchObject({ changed: ['fullEssay'], restored_revision: 0 });
  });

  it('deleted and restored: away and back, as it was', async () => {
    start();
    await applied(await log.pitch('a'));
    const before = await only();
    await applied(await log.delete('a'));
    expect(await only()).toEqual({ ...before, revision: 1, status: 'deleted' });
    await applied(await log.restore('a'));
    expect(await only()).toEqual({ ...before, revision: 2 });
  });

  it('published: closed, and it names its article', async () => {
    start();
    await log.pitch('a');
    await applied(await log.publish('a', 7));
    expect(await only()).toMatchObject({ status: 'published', article_id: 7, article_title: 'Title a' });
    const [, published] = (await contents()).versions;
    expect(published).toMatchObject({ event: 'SubmissionPublished', changed: [], article_id: 7 });
  });

  it('a key that is gone: nothing that was filled in is there, and it is known to nobody', async () => {
    await log.pitch('a', { userId: 'user-1' });
    await log.vault.forget(contributorSubject({ contributorId: 'user-1' }));
    start();
    await applied(await log.pitch('b'));
    const { submissions, versions } = await contents();
    expect(submissions.map((row) => [row.id, row.article_title, row.searched.trim(), row.known])).toEqual([
      ['a', null, '', false],
      ['b', 'Title b', 'title b sämple writer summary b', true],
    ]);
    expect(versions[0]).toMatchObject({ full_name: null, age: null, full_essay: null, section: 'view' });
  });

  it('an essay at its limit, of every kind, arrives whole', async () => {
    start();
    const fullEssay = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000).slice(0, 60_000);
    await applied(await log.pitch('a', { fullEssay, articleTitle: '{"a":null,\\N}' }));
    const { submissions, versions } = await contents();
    expect(submissions[0].article_title).toBe('{"a":null,\\N}');
    expect(versions[0].full_essay).toBe(fullEssay);
  });
});

describe('once', () => {
  const opened = (from: number, to: number) => log.codec.open(store.log.slice(from, to)) as Promise<never[]>;

  it('an event that a row has seen changes nothing, whatever the checkpoint says', async () => {
    start();
    await log.pitch('a');
    await log.edit('a', { articleTitle: 'Another' });
    const position = await log.publish('a', 1);
    await applied(position);
    await runners.stop();
    const before = await contents();
    const { epoch } = await beginEpoch(pool, schema, submissionsProjection.model);
    await writeStep(
      { pool, schema, epoch },
      { from: position, to: `${position}+`, applied: 3, caughtUp: true },
      submissionsProjection.prepare(await opened(0, 3)),
    );
    expect(await contents()).toEqual(before);
  });

  it('a zombie of an earlier term writes nothing, though the checkpoint is where it left it', async () => {
    start();
    const first = await log.pitch('a');
    await applied(first);
    await runners.stop();
    const zombie = await beginEpoch(pool, schema, submissionsProjection.model);
    await beginEpoch(pool, schema, submissionsProjection.model);
    const before = await contents();
    const second = await log.delete('a');
    const writing = writeStep(
      { pool, schema, epoch: zombie.epoch },
      { from: first, to: second, applied: 1, caughtUp: true },
      submissionsProjection.prepare(await opened(1, 2)),
    );
    await expect(writing).rejects.toThrow(LeadershipLost);
    expect(await contents()).toEqual(before);
    expect((await readCheckpoint(pool, schema))?.position).toBe(first);
  });
});
