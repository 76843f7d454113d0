import { contributorSubject } from '@journal/events';
import { until } from '@journal/testing';
import { describe, expect } from 'vitest';
import { projectionTest } from '../../testing/projection-test.ts';
import { submissionsProjection } from './submissions.projection.ts';

const it = projectionTest.extend(
  'only',
  ({ contents }) =>
    async () =>
      (await contents()).submission[0],
);

describe('events become rows', () => {
  it('SubmissionPitched: the whole pitch and its first version, the essay in the version alone', async ({
    submissions,
    start,
    applied,
    contents,
  }) => {
    start(submissionsProjection);
    await applied(await submissions.pitch('a', { school: 'A School', userId: 'user-1' }));
    const { submission: rows, submission_version: versions } = await contents();
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
    expect(rows).toEqual([
      {
        ...common,
        id: 'a',
        user_id: 'user-1',
        essay_revision: 0,
        status: 'pending',
        created_at: new Date('2026-01-01T00:00:00.000Z'),
        known: true,
        searched: 'title a sämple writer summary a',
      },
    ]);
    expect(versions).toEqual([
      {
        ...common,
        submission_id: 'a',
        event: 'SubmissionPitched',
        at: new Date('2026-01-01T00:00:00.000Z'),
        actor_id: 'user-1',
        actor_role: 'writer',
        request_id: 'request-1',
        changed: ['fullName', 'age', 'school', 'section', 'articleTitle', 'articleSummary', 'fullEssay'],
        restored_revision: null,
        full_essay: 'First a\n\nSecond',
      },
    ]);
  });

  it('SubmissionEdited: changes only the fields it names, and the version holds only those', async ({
    submissions,
    start,
    applied,
    only,
    contents,
  }) => {
    start(submissionsProjection);
    await submissions.pitch('a', { school: 'A School' });
    await applied(await submissions.edit('a', { articleTitle: 'Another', school: null }));
    expect(await only()).toMatchObject({
      article_title: 'Another',
      school: null,
      full_name: 'Sämple Writer',
      revision: 1,
      essay_revision: 0,
      position: '000000000001',
      created_at: new Date('2026-01-01T00:00:00.000Z'),
    });
    expect((await contents()).submission_version[1]).toMatchObject({
      changed: ['articleTitle', 'school'],
      article_title: 'Another',
      full_essay: null,
      restored_revision: null,
    });
    await applied(await submissions.edit('a', { fullEssay: 'First a', restoredRevision: 0 }));
    expect(await only()).toMatchObject({ revision: 2, essay_revision: 2 });
    expect((await contents()).submission_version[2]).toMatchObject({
      changed: ['fullEssay'],
      restored_revision: 0,
    });
  });

  it('SubmissionDeleted and SubmissionRestored: away, and back as it was', async ({
    submissions,
    start,
    applied,
    only,
  }) => {
    start(submissionsProjection);
    await applied(await submissions.pitch('a'));
    const before = await only();
    await applied(await submissions.delete('a'));
    expect(await only()).toEqual({ ...before, revision: 1, status: 'deleted' });
    await applied(await submissions.restore('a'));
    expect(await only()).toEqual({ ...before, revision: 2 });
  });

  it('SubmissionPublished: closed, with the id of its article', async ({
    submissions,
    start,
    applied,
    only,
    contents,
  }) => {
    start(submissionsProjection);
    await submissions.pitch('a');
    await applied(await submissions.publish('a', 7));
    expect(await only()).toMatchObject({ status: 'published', article_id: 7, article_title: 'Title a' });
    const [, published] = (await contents()).submission_version;
    expect(published).toMatchObject({ event: 'SubmissionPublished', changed: [], article_id: 7 });
  });

  it('a deleted key: nothing of what was filled in, and not known', async ({
    submissions,
    vault,
    start,
    applied,
    contents,
  }) => {
    await submissions.pitch('a', { userId: 'user-1' });
    await vault.forget(contributorSubject({ contributorId: 'user-1' }));
    start(submissionsProjection);
    await applied(await submissions.pitch('b'));
    const { submission: rows, submission_version: versions } = await contents();
    expect(rows.map((row) => [row.id, row.article_title, row.searched.trim(), row.known])).toEqual([
      ['a', null, '', false],
      ['b', 'Title b', 'title b sämple writer summary b', true],
    ]);
    expect(versions[0]).toMatchObject({ full_name: null, age: null, full_essay: null, section: 'view' });
  });

  it('an essay of the greatest length, with every kind of character, arrives whole', async ({
    submissions,
    start,
    applied,
    contents,
  }) => {
    start(submissionsProjection);
    const fullEssay = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000).slice(0, 60_000);
    await applied(await submissions.pitch('a', { fullEssay, articleTitle: '{"a":null,\\N}' }));
    const { submission: rows, submission_version: versions } = await contents();
    expect(rows[0].article_title).toBe('{"a":null,\\N}');
    expect(versions[0].full_essay).toBe(fullEssay);
  });
});

it('notifies editors and the writer of each change, and of forgetting once', async ({
  submissions,
  users,
  start,
  heard,
}) => {
  start(submissionsProjection);
  const steps = [
    () => submissions.pitch('a', { userId: 'user-1' }),
    () => submissions.edit('a', { age: 16 }),
    () => submissions.delete('a'),
    () => submissions.restore('a'),
    () => submissions.publish('a', 1),
    () => users.forget('user-1'),
    () => users.forget('user-1'),
  ];
  const notified: unknown[] = [];
  for (const step of steps) {
    const position = await step();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    notified.push(heard.at(-1)?.topics);
  }
  const each = ['submissions', 'submission:a', 'mine:user-1'];
  expect(notified).toEqual([each, each, each, each, each, each, []]);
});
