import { contributorSubject } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { submissionsProjection } from './submissions.projection.ts';

const firstMinute = new Date('2026-01-01T00:00:00.000Z');
const allFields = 'fullName age school section articleTitle articleSummary fullEssay'.split(' ');

it('a pitch has a row as of its last event and a version for each event, with the essay in versions only', async ({
  log,
  model,
}) => {
  const { submissions } = log;
  model.start(submissionsProjection);
  await model.applied(await submissions.pitch('a', { school: 'A School', userId: 'user-1' }));
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
  const pitched = {
    ...common,
    id: 'a',
    user_id: 'user-1',
    essay_revision: 0,
    status: 'pending',
    created_at: firstMinute,
    stage: 'received',
    stage_since: firstMinute,
    stage_position: '000000000001',
    assignee_id: null,
    due_at: null,
    issue_number: null,
    publish_at: null,
    agreed_at: null,
    is_taken_up: false,
    byline: null,
    known: true,
    searched: 'title a sämple writer summary a',
  };
  const version = {
    ...common,
    submission_id: 'a',
    event: 'SubmissionPitched',
    at: firstMinute,
    actor_id: 'user-1',
    actor_role: 'writer',
    request_id: 'request-1',
    changed: allFields,
    restored_revision: null,
    article_id: null,
    note: null,
    editor_id: null,
    due_at: null,
    issue_number: null,
    publish_at: null,
    byline: null,
    concern: null,
    full_essay: 'First a\n\nSecond',
  };
  const first = await model.contents();
  expect([first.submission, first.submission_version]).toEqual([[pitched], [version]]);

  const edited = {
    ...pitched,
    article_title: 'Another',
    school: null,
    searched: 'another sämple writer summary a',
  };
  const again = { ...edited, essay_revision: 4, is_taken_up: true };
  const writer = { id: 'user-1', role: 'writer' } as const;
  const steps = [
    // Only the fields named in an edit change, and its version contains no others.
    [() => submissions.edit('a', { articleTitle: 'Another', school: null }, writer), edited],
    // After an undone deletion the writer can still edit it; after another person's edit they can't.
    [() => submissions.delete('a'), { ...edited, status: 'deleted' }],
    [() => submissions.restore('a'), edited],
    [() => submissions.edit('a', { fullEssay: 'First a', restoredRevision: 0 }), again],
    [() => submissions.publish('a', 7), { ...again, status: 'published', article_id: 7 }],
  ] as const;
  for (const [index, [write, row]] of steps.entries()) {
    await model.applied(await write());
    expect((await model.contents()).submission).toEqual([{ ...row, revision: index + 1 }]);
  }
  const none = { article_title: null, full_essay: null, restored_revision: null };
  expect((await model.contents()).submission_version).toMatchObject([
    version,
    { ...none, changed: ['articleTitle', 'school'], article_title: 'Another' },
    { ...none, event: 'SubmissionDeleted', changed: [] },
    { ...none, event: 'SubmissionRestored', changed: [] },
    { ...none, changed: ['fullEssay'], full_essay: 'First a', restored_revision: 0 },
    { ...none, event: 'SubmissionPublished', changed: [], article_id: 7 },
  ]);
});

it('a pitch has the time when the people it names agreed to its text, until the text changes', async ({
  log,
  model,
}) => {
  const { submissions } = log;
  const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
  model.start(submissionsProjection);
  await model.applied(await submissions.pitch('a'));
  for (const [write, expected] of [
    [() => submissions.noteAgreement('a', true), minute(1)],
    [() => submissions.edit('a', { school: 'Harbour School' }), minute(1)],
    [() => submissions.edit('a', { articleTitle: 'Another' }), null],
    [() => submissions.noteAgreement('a', true), minute(4)],
    [() => submissions.noteAgreement('a', false), null],
  ] as const) {
    await model.applied(await write());
    expect((await model.contents()).submission).toMatchObject([{ agreed_at: expected, stage: 'received' }]);
  }
});

it('a pitch has its stage with time, assignee, deadline and issue, and its versions have the notes', async ({
  log,
  model,
}) => {
  const { submissions } = log;
  const dueAt = '2026-01-11T18:00:00.000Z';
  const publishAt = '2026-02-01T07:00:00.000Z';
  const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
  model.start(submissionsProjection);
  await submissions.pitch('a', { userId: 'user-1' });
  const steps = [
    [() => submissions.assign('a', 'editor-2'), ['pending', 'reading', 1, 'editor-2', null, null]],
    [
      () => submissions.requestChanges('a', 'A note', dueAt),
      ['pending', 'changes-requested', 2, 'editor-2', dueAt, null],
    ],
    [
      () => submissions.resubmit('a', { fullEssay: 'New' }, 'A reply'),
      ['pending', 'resubmitted', 3, 'editor-2', null, null],
    ],
    [() => submissions.unassign('a'), ['pending', 'resubmitted', 3, null, null, null]],
    [() => submissions.accept('a', 24), ['pending', 'accepted', 5, null, null, 24]],
    [() => submissions.schedule('a', publishAt), ['pending', 'accepted', 5, null, null, 24, publishAt]],
    [() => submissions.decline('a', 'A message'), ['declined', 'accepted', 5, null, null, 24, publishAt]],
    [() => submissions.reopen('a'), ['pending', 'accepted', 5, null, null, 24]],
  ] as const;
  for (const [write, [status, stage, since, assignee, due, issue, planned = null]] of steps) {
    await model.applied(await write());
    expect((await model.contents()).submission).toMatchObject([
      {
        status,
        stage,
        stage_since: minute(since),
        stage_position: String(since + 1).padStart(12, '0'),
        assignee_id: assignee,
        due_at: due && new Date(due),
        issue_number: issue,
        publish_at: planned && new Date(planned),
      },
    ]);
  }
  await model.applied(await submissions.chooseByline('a', 'Fox'));
  const { submission: rows, submission_version: versions } = await model.contents();
  expect(JSON.parse(String(rows[0]?.['byline']))).toEqual({
    name: 'pen',
    penName: 'Fox',
    showAge: false,
    showSchool: true,
  });
  expect(versions.at(-1)).toMatchObject({ byline: 'Pen name Fox, without age, with school' });
  expect(rows[0]).toMatchObject({ essay_revision: 3, is_taken_up: false });
  expect(versions.map(({ note, changed }) => [note, changed])).toEqual([
    [null, expect.arrayContaining(['fullEssay'])],
    [null, []],
    ['A note', []],
    ['A reply', ['fullEssay']],
    [null, []],
    [null, []],
    [null, []],
    ['A message', []],
    [null, []],
    [null, ['byline']],
  ]);
  await model.applied(await submissions.reportConcern('a', 'Somebody asked for my number.'));
  const { submission_version: reported } = await model.contents();
  expect(reported.find(({ event }) => event === 'SubmissionConcernReported')).toMatchObject({
    changed: [],
    concern: 'Somebody asked for my number.',
    note: null,
  });
  await model.applied(await log.users.forget('user-1'));
  const left = await model.contents();
  expect(left.submission_version.every(({ concern }) => concern === null)).toBe(true);
  expect(left.submission_version.every(({ note, byline }) => note === null && byline === null)).toBe(true);
  expect(left.submission).toMatchObject([{ byline: null }]);
});

it('a deleted key empties a pitch, and a long essay with any characters is stored unchanged', async ({
  log,
  model,
}) => {
  const fullEssay = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000).slice(0, 60_000);
  await log.submissions.pitch('a', { userId: 'user-1' });
  await log.vault.forget(contributorSubject({ contributorId: 'user-1' }));
  model.start(submissionsProjection);
  await model.applied(await log.submissions.pitch('b', { fullEssay, articleTitle: '{"a":null,\\N}' }));
  const { submission: rows, submission_version: versions } = await model.contents();
  expect(rows.map((row) => [row.id, row.article_title, row.searched.trim(), row.known])).toEqual([
    ['a', null, '', false],
    ['b', '{"a":null,\\N}', '{"a":null,\\n} sämple writer summary b', true],
  ]);
  expect(versions).toMatchObject([
    { full_name: null, age: null, full_essay: null, section: 'view' },
    { full_essay: fullEssay },
  ]);
});

it.for(['one batch', 'batches of their own'])(
  'an erased pitch loses its fields and notes (%s)',
  async (batches, { log, model }) => {
    const { submissions } = log;
    const apart = batches !== 'one batch';
    if (apart) model.start(submissionsProjection);
    await submissions.pitch('b', { userId: 'user-1' });
    await submissions.pitch('a', { userId: 'user-1' });
    const declined = await submissions.decline('a', 'A message');
    if (apart) await model.applied(declined);
    await submissions.reportConcern('a', 'Somebody asked for my number.');
    const erased = await submissions.erase('a');
    model.start(submissionsProjection);
    await model.applied(erased);
    const { submission: rows, submission_version: versions } = await model.contents();
    expect(rows).toMatchObject([
      {
        id: 'a',
        status: 'declined',
        known: false,
        article_title: null,
        full_name: null,
        age: null,
        revision: 3,
      },
      { id: 'b', known: true, article_title: 'Title b' },
    ]);
    expect(versions.filter(({ submission_id: id }) => id === 'a')).toMatchObject([
      { article_title: null, article_summary: null, full_essay: null, full_name: null, school: null },
      { event: 'SubmissionDeclined', note: null },
      { event: 'SubmissionConcernReported', concern: 'Somebody asked for my number.' },
      { event: 'SubmissionErased', changed: [] },
    ]);
  },
);

it('each change notifies editors and the writer, a concern not editors, and a repeated forgetting nobody', async ({
  log,
  model,
}) => {
  const heard = await model.listen();
  model.start(submissionsProjection);
  const steps = [
    () => log.submissions.pitch('a', { userId: 'user-1' }),
    () => log.submissions.edit('a', { age: 16 }),
    () => log.submissions.reportConcern('a', 'An editor asked for my number.'),
    () => log.submissions.delete('a'),
    () => log.submissions.restore('a'),
    () => log.submissions.withdraw('a'),
    () => log.users.forget('user-1'),
    () => log.users.forget('user-1'),
  ];
  const notified: unknown[] = [];
  for (const step of steps) {
    const position = await step();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    notified.push(heard.at(-1)?.topics);
  }
  const each = ['submissions', 'submission:a', 'mine:user-1'];
  const ofConcern = ['concerns', 'mine:user-1'];
  expect(notified).toEqual([each, each, ofConcern, each, each, each, each, []]);
});
