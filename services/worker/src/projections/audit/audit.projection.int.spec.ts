import { allAuditKinds, topics } from '@journal/contracts';
import { accessStream, journalEvents } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { auditProjection } from './audit.projection.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const byEditor = { actor_id: 'editor-1', actor_role: 'admin', request_id: 'request-1' };

it('an entry says who, when, from which request, and what', async ({
  articles,
  start,
  applied,
  contents,
}) => {
  start(auditProjection);
  const published = await articles.publish(7);
  const edited = await articles.edit(7, { title: 'Renamed', restoredRevision: 0 });
  const deleted = await articles.delete(7);
  await applied(deleted);
  const common = { ...byEditor, entity_type: 'article', entity_id: '7', restored_revision: null };
  expect((await contents()).entry).toEqual([
    {
      ...common,
      position: published,
      at: at(0),
      kind: 'ArticlePublished',
      revision: 0,
      changed: [
        'title',
        'excerpt',
        'content',
        'section',
        'authorName',
        'authorAge',
        'authorSchool',
        'readTime',
        'featured',
      ],
      title: 'Title 7',
    },
    {
      ...common,
      position: edited,
      at: at(1),
      kind: 'ArticleEdited',
      revision: 1,
      changed: ['title'],
      restored_revision: 0,
      title: 'Renamed',
    },
    {
      ...common,
      position: deleted,
      at: at(2),
      kind: 'ArticleDeleted',
      revision: 2,
      changed: [],
      title: 'Renamed',
    },
  ]);
});

it('a pitch’s entries have its title, and that of its publishing no field', async ({
  submissions,
  start,
  applied,
  contents,
}) => {
  start(auditProjection);
  const pitched = await submissions.pitch('pitch-1', { articleTitle: 'A pitch' });
  const published = await submissions.publish('pitch-1', 3);
  await applied(published);
  const common = {
    request_id: 'request-1',
    entity_type: 'submission',
    entity_id: 'pitch-1',
    title: 'A pitch',
    restored_revision: null,
  };
  expect((await contents()).entry).toEqual([
    {
      ...common,
      actor_id: 'writer',
      actor_role: 'writer',
      position: pitched,
      at: at(0),
      kind: 'SubmissionPitched',
      revision: 0,
      changed: ['fullName', 'age', 'school', 'section', 'articleTitle', 'articleSummary', 'fullEssay'],
    },
    {
      ...common,
      ...byEditor,
      position: published,
      at: at(1),
      kind: 'SubmissionPublished',
      revision: 1,
      changed: [],
    },
  ]);
});

it('an account’s entries have neither name nor secret, and a failed sign-in to no account has no id', async ({
  log,
  users,
  start,
  applied,
  contents,
}) => {
  start(auditProjection);
  await users.register('writer', {
    emailHash: 'secret-hash-1',
    usernameHash: 'secret-hash-2',
    email: 'secret@example.org',
    username: 'secret-name',
    fullName: 'Secret Name',
    passwordHash: 'secret-hash-3',
  });
  await users.write({
    type: 'TemporaryPasswordIssued',
    data: {
      userId: 'writer',
      resetId: 'reset',
      temporaryPasswordHash: 'secret-4',
      expiresAt: '2026-01-01T00:00:00Z',
    },
  });
  const last = await log.write(
    accessStream(null),
    { type: 'SignInFailed', data: { userId: null } },
    { actor: { id: 'visitor', role: 'visitor' } },
  );
  await applied(last);
  const model = await contents();
  expect(model.entry).toMatchObject([
    { kind: 'UserRegistered', at: at(0), entity_type: 'user', entity_id: 'writer', title: null, changed: [] },
    { kind: 'TemporaryPasswordIssued', at: at(1) },
    { kind: 'SignInFailed', at: at(2), entity_type: 'user', entity_id: null, actor_role: 'visitor' },
  ]);
  expect(JSON.stringify(model)).not.toMatch(/secret/i);
});

it('has an entry for every kind of event but the technical ones', () => {
  const technical = [
    'ArticleIdClaimed',
    'RegistrationAbandoned',
    'RequestAccepted',
    'ValueClaimed',
    'ValueReleased',
  ];
  expect([...allAuditKinds, ...technical].sort()).toEqual(Object.keys(journalEvents).sort());
});

it('notifies those who follow the audit', async ({ articles, start, heard }) => {
  start(auditProjection);
  const position = await articles.publish(1);
  await until(() => expect(heard.at(-1)).toMatchObject({ position, topics: [topics.audit] }));
});

it.for([
  ['keep', 'Title 1'],
  ['remove', null],
] as const)(
  'forgetting with pieces %s leaves a published title %j, and none of a pitch',
  async ([pieces, title], { articles, submissions, users, start, applied, contents }) => {
    start(auditProjection);
    await submissions.pitch('pitch-1', { userId: 'writer' });
    await articles.publish(1, { contributorId: 'writer' });
    await articles.publish(2, { contributorId: 'other' });
    await applied(await users.forget('writer', pieces));
    // Written after the erasure.
    await applied(await articles.delete(1));
    expect((await contents()).entry.map((entry) => [entry.entity_type, entry.title])).toEqual([
      ['submission', null],
      ['article', title],
      ['article', 'Title 2'],
      ['user', null],
      ['article', title],
    ]);
  },
);
