import { allAuditKinds, topics } from '@journal/contracts';
import { accessStream, journalEvents } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { mailingIn } from '../../testing/mailing-log.ts';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { auditProjection } from './audit.projection.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const by = (id: string, role: string) => ({ actor_id: id, actor_role: role, request_id: 'request-1' });
const articleFields =
  'title excerpt content section authorName authorAge authorSchool readTime featured cover';
const pitchFields = 'fullName age school section articleTitle articleSummary fullEssay';

it('an entry has the actor, time, request and change, and notifies the audit topic', async ({
  log,
  model,
}) => {
  const heard = await model.listen();
  model.start(auditProjection);
  const positions = [
    await log.articles.publish(7),
    await log.articles.edit(7, { title: 'Renamed', restoredRevision: 0 }),
    await log.articles.delete(7),
    await log.submissions.pitch('pitch-1', { articleTitle: 'A pitch' }),
    await log.submissions.publish('pitch-1', 3),
  ];
  const none = { restored_revision: null, changed: [] };
  const ofArticle = { ...none, ...by('editor-1', 'admin'), entity_type: 'article', entity_id: '7' };
  const ofPitch = { ...none, entity_type: 'submission', entity_id: 'pitch-1', title: 'A pitch' };
  const entries = [
    {
      ...ofArticle,
      kind: 'ArticlePublished',
      revision: 0,
      changed: articleFields.split(' '),
      title: 'Title 7',
    },
    {
      ...ofArticle,
      kind: 'ArticleEdited',
      revision: 1,
      changed: ['title'],
      restored_revision: 0,
      title: 'Renamed',
    },
    { ...ofArticle, kind: 'ArticleDeleted', revision: 2, title: 'Renamed' },
    {
      ...ofPitch,
      ...by('writer', 'writer'),
      kind: 'SubmissionPitched',
      revision: 0,
      changed: pitchFields.split(' '),
    },
    { ...ofPitch, ...by('editor-1', 'admin'), kind: 'SubmissionPublished', revision: 1 },
  ];
  await model.applied(positions.at(-1) ?? '');
  expect((await model.contents()).entry).toEqual(
    entries.map((entry, index) => ({ ...entry, at: at(index), position: positions[index] })),
  );
  await until(() => expect(heard.at(-1)).toMatchObject({ position: positions[4], topics: [topics.audit] }));
});

it('account entries contain no name or secret, and a failed sign-in to no account has no ID', async ({
  log,
  model,
}) => {
  model.start(auditProjection);
  await log.users.register('writer', {
    emailHash: 'secret-hash-1',
    usernameHash: 'secret-hash-2',
    email: 'secret@example.org',
    username: 'secret-name',
    fullName: 'Secret Name',
    passwordHash: 'secret-hash-3',
  });
  const issued = { temporaryPasswordHash: 'secret-4', expiresAt: '2026-01-01T00:00:00Z' };
  await log.users.write({
    type: 'TemporaryPasswordIssued',
    data: { userId: 'writer', resetId: 'reset', ...issued },
  });
  const failed = { type: 'SignInFailed', data: { userId: null } } as const;
  const visitor = { id: 'visitor', role: 'visitor' } as const;
  await model.applied(await log.write(accessStream(null), failed, { actor: visitor }));
  const contents = await model.contents();
  expect(contents.entry).toMatchObject([
    { kind: 'UserRegistered', at: at(0), entity_type: 'user', entity_id: 'writer', title: null, changed: [] },
    { kind: 'TemporaryPasswordIssued', at: at(1) },
    { kind: 'SignInFailed', at: at(2), entity_type: 'user', entity_id: null, actor_role: 'visitor' },
  ]);
  expect(JSON.stringify(contents)).not.toMatch(/secret/i);
});

it('every kind of event has audit entries except the technical ones', () => {
  const technical =
    'AdministratorRemovalDecided ArticleIdClaimed PasskeyUsed RegistrationAbandoned RequestAccepted SessionStarted ValueClaimed ValueReleased';
  expect([...allAuditKinds, ...technical.split(' ')].sort()).toEqual(Object.keys(journalEvents).sort());
});

it.for([
  ['keep', 'Title 1'],
  ['remove', null],
] as const)(
  'forgetting a writer with pieces %s leaves the published title %j, and no title of a pitch',
  async ([pieces, title], { log, model }) => {
    model.start(auditProjection);
    await log.submissions.pitch('pitch-1', { userId: 'writer' });
    await log.articles.publish(1, { contributorId: 'writer' });
    await log.articles.publish(2, { contributorId: 'other' });
    await model.applied(await log.users.forget('writer', pieces));
    // Written after the erasure.
    await model.applied(await log.articles.delete(1));
    expect((await model.contents()).entry.map((entry) => [entry.entity_type, entry.title])).toEqual([
      ['submission', null],
      ['article', title],
      ['article', 'Title 2'],
      ['user', null],
      ['article', title],
    ]);
  },
);

it('an erased piece loses its title, and another piece of its writer keeps it', async ({ log, model }) => {
  model.start(auditProjection);
  await log.articles.publish(1, { contributorId: 'writer' });
  await log.articles.publish(2, { contributorId: 'writer' });
  await log.articles.delete(1);
  await log.articles.erase(1);
  await log.submissions.pitch('pitch-1', { userId: 'writer' });
  await model.applied(await log.submissions.pitch('pitch-2', { userId: 'writer' }));
  await log.submissions.decline('pitch-1', 'A message');
  await model.applied(await log.submissions.erase('pitch-1'));
  expect((await model.contents()).entry.map(({ kind, entity_id: id, title }) => [kind, id, title])).toEqual([
    ['ArticlePublished', '1', null],
    ['ArticlePublished', '2', 'Title 2'],
    ['ArticleDeleted', '1', null],
    ['ArticleErased', '1', null],
    ['SubmissionPitched', 'pitch-1', null],
    ['SubmissionPitched', 'pitch-2', 'Title pitch-2'],
    ['SubmissionDeclined', 'pitch-1', null],
    ['SubmissionErased', 'pitch-1', null],
  ]);
});

it('mailings are named by their issue', async ({ log, model }) => {
  model.start(auditProjection);
  await mailingIn(log, '7-1').prepare(7, 'everybody');
  await model.applied(await mailingIn(log, '7-2').prepare(7, 'clash'));
  expect((await model.contents()).entry?.map(({ title }) => title)).toEqual([
    'Mailing of issue 7',
    'Mailing 2 of issue 7',
  ]);
});
