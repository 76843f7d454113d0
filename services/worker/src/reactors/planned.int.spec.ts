import { type ApiClient, ApiError, type ProblemCode, retention } from '@journal/contracts';
import { sessionStream } from '@journal/events';
import {
  accountsModel,
  articlesModel,
  concernsModel,
  invitationsModel,
  newsletterModel,
  schemaOf,
  sessionsModel,
  submissionsModel,
} from '@journal/read-models';
import { toProblem } from '@journal/service-kit';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { checkProjection } from '../engine/projection.ts';
import { accountsProjection } from '../projections/accounts/accounts.projection.ts';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { concernsProjection } from '../projections/concerns/concerns.projection.ts';
import { invitationsProjection } from '../projections/invitations/invitations.projection.ts';
import { newsletterProjection } from '../projections/newsletter/newsletter.projection.ts';
import { sessionsProjection } from '../projections/sessions/sessions.projection.ts';
import { submissionsProjection } from '../projections/submissions/submissions.projection.ts';
import { projectionTest } from '../testing/projection-test.ts';
import { createPlannedReactor } from './planned.ts';

const at = '2026-03-29T01:00:00.000Z';
const tables = schemaOf(submissionsModel);
const articleTables = schemaOf(articlesModel);
const subscribers = schemaOf(newsletterModel);
const invitations = schemaOf(invitationsModel);
const accounts = schemaOf(accountsModel);
const sessions = schemaOf(sessionsModel);
const concerns = schemaOf(concernsModel);

/** Read models with planned items, and leaders that poll every few milliseconds by a settable clock. */
const it = projectionTest.extend('plans', async ({ log, model }, { onCleanup }) => {
  const clock = { now: new Date('2026-03-28T12:00:00.000Z') };
  const asked: string[] = [];
  const isPublished = (id: string) =>
    log.store.log.some(({ type, data }) => type === 'SubmissionPublished' && data['submissionId'] === id);
  const warned: unknown[] = [];
  const looks = { count: 0 };
  const command: Record<'answer' | 'takeDown' | 'bringOut', (id: string) => Promise<unknown>> = {
    bringOut: (number) => log.issues.publish(Number(number)),
    takeDown: (id) => log.articles.delete(Number(id)),
    // Same as the command service, which knows more than tables that lag.
    answer: async (id) => void (isPublished(id) || (await log.submissions.publish(id, 1))),
  };
  const request = async (route: string, { params }: { params: { id: string } }) => {
    asked.push(params.id);
    const isOfIssue = route.startsWith('POST /api/operations/issues/');
    const ofArticle = isOfIssue ? command.bringOut : command.takeDown;
    await (isOfIssue || route.endsWith('/unpublish-as-planned') ? ofArticle : command.answer)(params.id);
  };
  const now = () => {
    looks.count++;
    return clock.now;
  };
  const reactor = () =>
    createPlannedReactor({
      command: { request } as unknown as ApiClient,
      pool: model.pool,
      log: { warn: (what: unknown) => void warned.push(what) } as never,
      now,
      interval: 0,
    });
  model.start(submissionsProjection, { schema: tables });
  model.start(articlesProjection, { schema: articleTables });
  model.start(newsletterProjection, { schema: subscribers });
  model.start(invitationsProjection, { schema: invitations });
  model.start(sessionsProjection, { schema: sessions });
  model.start(concernsProjection, { schema: concerns });
  model.start(accountsProjection, { schema: accounts });
  onCleanup(async () => {
    await model.stop();
    await model.pool.query(
      `drop schema if exists ${tables}, ${articleTables}, ${subscribers}, ${invitations}, ${accounts}, ${sessions}, ${concerns} cascade`,
    );
  });
  return {
    asked,
    warned,
    clock,
    command,
    startLeader: () => model.start(reactor(), { tickInterval: 5 }),
    applied: (position: string) =>
      Promise.all(
        [tables, articleTables, subscribers, invitations, accounts, sessions, concerns].map((schema) =>
          model.applied(position, schema),
        ),
      ),
    /** Resolves when the leaders have polled each of the nine kinds several more times. */
    async looked() {
      const before = looks.count;
      await until(() => expect(looks.count).toBeGreaterThan(before + 9 * 3));
    },
    published: () => log.store.log.filter(({ type }) => type === 'SubmissionPublished').length,
  };
});

const refusal = (code: ProblemCode) => async () => {
  const problem = toProblem(code);
  throw new ApiError(problem.status, JSON.stringify(problem));
};

const unanswered = async () => {
  throw new ApiError(503, '', 'Service Unavailable', { cause: new Error('away') });
};

it('a due pitch is published once by one of two leaders, even if the other takes over', async ({
  log,
  plans,
}) => {
  const { asked, clock, looked, applied } = plans;
  await log.submissions.pitch('a');
  await log.submissions.pitch('b');
  await log.submissions.schedule('b', '2027-01-01T00:00:00.000Z');
  await applied(await log.submissions.schedule('a', at));
  const leaders = [plans.startLeader(), plans.startLeader()];
  await looked();
  clock.now = new Date('2026-03-29T00:59:59.999Z');
  await looked();
  expect(asked).toEqual([]);
  clock.now = new Date(at);
  await until(() => expect(plans.published()).toBe(1));
  await looked();
  expect(new Set(asked)).toEqual(new Set(['a']));
  await leaders.find(({ status }) => status.leading)?.stop();
  // The clock of the other leader is an hour behind.
  clock.now = new Date('2026-03-29T00:00:00.000Z');
  await until(() => expect(leaders.some(({ status }) => status.leading)).toBe(true));
  await looked();
  clock.now = new Date('2026-03-29T02:00:00.000Z');
  await looked();
  expect(plans.published()).toBe(1);
});

it('an issue is published at its planned time, unless the plan was cancelled', async ({ log, plans }) => {
  const { asked, clock, looked, applied } = plans;
  for (const number of [7, 8]) {
    await log.issues.open(number);
    await log.issues.schedule(number, at);
  }
  await applied(await log.issues.unschedule(8));
  plans.startLeader();
  await looked();
  expect(asked).toEqual([]);
  clock.now = new Date(at);
  await until(() => expect(asked).toContain('7'));
  await applied(log.store.log.at(-1)?.position ?? '');
  const before = asked.length;
  await looked();
  expect(asked.slice(before)).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(['7']));
});

it('a refused issue does not delay an article with the same number and time', async ({ log, plans }) => {
  const { asked, clock, command, warned, applied } = plans;
  command.bringOut = refusal('issue-empty');
  await log.issues.open(7);
  await log.issues.schedule(7, at);
  await log.articles.publish(7);
  await applied(await log.articles.scheduleUnpublish(7, at));
  clock.now = new Date(at);
  plans.startLeader();
  await until(() => expect(log.store.log.at(-1)?.type).toBe('ArticleDeleted'));
  await until(() => expect(warned).toHaveLength(1));
  expect(asked.filter((id) => id === '7').length).toBeGreaterThanOrEqual(2);
});

it('overdue plans are carried out once when the command service is available again', async ({
  log,
  plans,
}) => {
  const { clock, command, looked, applied, asked } = plans;
  const answer = command.answer;
  command.answer = unanswered;
  await log.submissions.pitch('a');
  await log.submissions.pitch('b');
  await log.submissions.schedule('b', at);
  await applied(await log.submissions.schedule('a', '2026-03-29T00:30:00.000Z'));
  clock.now = new Date('2026-04-02T00:00:00.000Z');
  const leader = plans.startLeader();
  await until(() => expect(checkProjection(leader.status)).rejects.toThrow('503'));
  asked.length = 0;
  command.answer = answer;
  await until(() => expect(plans.published()).toBe(2));
  await looked();
  expect([...new Set(asked)]).toEqual(['a', 'b']);
  expect(plans.published()).toBe(2);
});

it('a pitch is not published if its plan was cancelled, postponed or voided by a later event', async ({
  log,
  plans,
}) => {
  const { submissions } = log;
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await submissions.pitch(id, { userId: `writer of ${id}` });
    await submissions.schedule(id, at);
  }
  await submissions.unschedule('a');
  await submissions.decline('b', 'A message');
  await submissions.withdraw('c');
  await submissions.schedule('d', '2026-05-01T00:00:00.000Z');
  await submissions.requestChanges('e', 'A note');
  await plans.applied(await log.users.forget('writer of f'));
  plans.clock.now = new Date('2026-04-02T00:00:00.000Z');
  plans.startLeader();
  await plans.looked();
  expect(plans.asked).toEqual([]);
});

it('a permanently refused plan is requested once, logged, and does not delay other plans', async ({
  log,
  plans,
}) => {
  const { command, clock, looked, applied, asked } = plans;
  const { answer } = command;
  command.answer = (id) => (id === 'a' ? refusal('invalid-request')() : answer(id));
  await log.submissions.pitch('a');
  await log.submissions.schedule('a', at);
  await log.submissions.pitch('b');
  await applied(await log.submissions.schedule('b', '2026-03-29T02:00:00.000Z'));
  clock.now = new Date('2026-03-30T00:00:00.000Z');
  const leader = plans.startLeader();
  await until(() => expect(plans.published()).toBe(1));
  await looked();
  expect(asked.filter((id) => id === 'a')).toHaveLength(1);
  expect(plans.warned).toMatchObject([{ id: 'a', at, reason: 'invalid-request' }]);
  expect(leader.status.failure).toBeUndefined();
  // A new plan for the same pitch is carried out.
  command.answer = answer;
  await applied(await log.submissions.schedule('a', '2026-03-29T23:00:00.000Z'));
  await until(() => expect(plans.published()).toBe(2));
});

it.for([
  ['refused', refusal('internal'), '500'],
  ['not answered', unanswered, '503'],
] as const)(
  'a request that is %s for now does not delay other plans, and is repeated',
  async (row, { log, plans }) => {
    const [, fail, message] = row;
    const { command, applied, asked } = plans;
    const { answer } = command;
    command.answer = (id) => (id === 'a' ? fail() : id === '1' ? Promise.resolve() : answer(id));
    for (const id of ['a', 'b']) await log.submissions.pitch(id);
    await log.submissions.schedule('a', at);
    await log.articles.publish(1);
    await log.articles.scheduleUnpublish(1, at);
    await applied(await log.submissions.schedule('b', '2026-03-29T02:00:00.000Z'));
    plans.clock.now = new Date('2026-03-30T00:00:00.000Z');
    const leader = plans.startLeader();
    await until(() => expect(plans.published()).toBe(1));
    await until(() => expect(asked.filter((id) => id === 'a').length).toBeGreaterThan(2));
    // The ID of another kind.
    await until(() => expect(asked).toContain('1'));
    expect(plans.warned).toEqual([]);
    await until(() => expect(checkProjection(leader.status)).rejects.toThrow(message));
    command.answer = answer;
    await until(() => expect(plans.published()).toBe(2));
  },
);

it('an article is taken down at its planned time, unless it was deleted, restored or removed before', async ({
  log,
  plans,
}) => {
  const { articles } = log;
  for (const id of [1, 2, 3, 4]) {
    await articles.publish(id);
    await articles.scheduleUnpublish(id, at);
  }
  await articles.delete(2);
  await articles.remove(4);
  // A restored article has lost its plan.
  await articles.delete(3);
  await plans.applied(await articles.restore(3));
  plans.clock.now = new Date(at);
  plans.startLeader();
  await until(() => expect(plans.asked).toContain('1'));
  await plans.looked();
  expect(new Set(plans.asked)).toEqual(new Set(['1']));
});

it('the erasure of closed pitches and unconfirmed addresses is requested after their retention period', async ({
  log,
  plans,
}) => {
  const { submissions } = log;
  for (const id of ['declined', 'reopened', 'late', 'pending', 'erased']) await submissions.pitch(id);
  for (const id of ['declined', 'reopened', 'erased']) await submissions.decline(id, 'A message');
  await submissions.reopen('reopened');
  await submissions.erase('erased');
  const closedAt = log.store.log.find(({ type }) => type === 'SubmissionDeclined')?.metadata.at ?? '';
  const hashes = ['aa', 'bb', 'cc'].map((each) => each.repeat(32));
  const [old, confirmed, recent] = hashes.map((hash) => log.subscriber(`${hash}@example.org`, hash));
  const asked = Date.parse(closedAt);
  await old?.request('old', new Date(asked));
  await confirmed?.request('confirmed', new Date(asked));
  await confirmed?.confirm(new Date(asked));
  await recent?.request('recent', new Date(asked + retention.closedPitch.lifetime));
  await submissions.withdraw('late');
  const later = new Date(asked + retention.closedPitch.lifetime / 2);
  await plans.applied(await submissions.reportConcern('declined', 'They write to me.', later));
  plans.clock.now = new Date(asked + retention.closedPitch.lifetime - 1);
  const leader = plans.startLeader();
  await until(() => expect(plans.asked).toEqual([hashes[0]]));
  // It polls again an hour later, or immediately under a new leader.
  plans.clock.now = new Date(asked + retention.closedPitch.lifetime + 1);
  await plans.looked();
  expect(plans.asked).toHaveLength(1);
  await leader.stop();
  plans.startLeader();
  await until(() => expect(plans.asked).toContain('declined'));
  await plans.looked();
  expect(new Set(plans.asked)).toEqual(new Set([hashes[0], 'declined']));
});

it('the erasure of an invitation is requested 30 days after it expired', async ({ log, plans }) => {
  const old = log.invited('old@example.org');
  const recent = log.invited('recent@example.org');
  const end = plans.clock.now.getTime() - retention.expiredInvitation.lifetime;
  await old.send('old', new Date(end - 1));
  await plans.applied(await recent.send('recent', new Date(end + 1)));
  plans.startLeader();
  await until(() => expect(plans.asked).toEqual([old.hash]));
  await plans.looked();
  expect(plans.asked).toEqual([old.hash]);
});

it('the erasure of a guardian is requested after 14 days without an answer', async ({ log, plans }) => {
  const { users } = log;
  const end = plans.clock.now.getTime() - retention.guardianRequest.lifetime;
  for (const [userId, asked] of [
    ['late', end - 1],
    ['answered', end - 1],
    ['recent', end + 1],
  ] as const) {
    await users.register(userId);
    await users.askGuardian(userId, `of-${userId}`, new Date(asked));
  }
  const data = { userId: 'answered', guardianId: 'of-answered' };
  await plans.applied(await users.write({ type: 'GuardianConsented', data }));
  plans.startLeader();
  await until(() => expect(plans.asked).toEqual(['late']));
  await plans.looked();
  expect(plans.asked).toEqual(['late']);
});

it('a plan that waits for consent is requested until the consent is given', async ({ log, plans }) => {
  await log.submissions.pitch('waiting');
  await plans.applied(await log.submissions.schedule('waiting', at));
  plans.clock.now = new Date(at);
  const { answer } = plans.command;
  plans.command.answer = refusal('consent-missing');
  plans.startLeader();
  await until(() => expect(plans.asked.length).toBeGreaterThan(2));
  plans.command.answer = answer;
  await until(() => expect(plans.published()).toBe(1));
  expect(plans.warned).toEqual([]);
});

it('a user is asked about their account after two years away, and again two years after that', async ({
  log,
  plans,
  model,
}) => {
  const { lifetime } = retention.idleAccount;
  const now = plans.clock.now.getTime();
  const before = (milliseconds: number) => new Date(now - milliseconds);
  const signIn = (userId: string, at: Date) =>
    log.write(
      sessionStream(`${userId} ${at.getTime()}`),
      {
        type: 'SessionStarted',
        data: { userId, sessionId: `${userId} ${at.getTime()}`, version: 0, device: null },
      },
      { at },
    );
  const askedAt = (userId: string, at: Date) =>
    log.users.write({ type: 'IdleAccountAsked', data: { userId } }, at);
  for (const userId of ['never', 'away', 'back', 'asked', 'asked long ago', 'changed', 'gone'])
    await log.users.register(userId, {}, before(3 * lifetime));
  await log.users.register('new', {}, before(lifetime - 1));
  await signIn('away', before(lifetime + 1));
  await signIn('back', before(2 * lifetime));
  await signIn('back', before(lifetime - 1));
  await askedAt('asked', before(lifetime - 1));
  await askedAt('asked long ago', before(lifetime + 2));
  // All their sessions have ended; the time of the last visit remains.
  await signIn('changed', before(5));
  await log.users.changePassword('changed');
  await plans.applied(await log.users.forget('gone'));
  plans.startLeader();
  await until(() => expect(plans.asked).toEqual(['never', 'asked long ago', 'away']));
  await plans.looked();
  expect(plans.asked).toHaveLength(3);
  // Same as the command service.
  for (const userId of ['never', 'asked long ago', 'away'])
    await model.applied(await askedAt(userId, new Date(now)), sessions);
  plans.clock.now = new Date(now + 3_600_000);
  await until(() => expect(new Set(plans.asked)).toContain('new'));
  await plans.looked();
  expect(plans.asked.filter((id) => id === 'never')).toHaveLength(1);
});

it('the erasure of a concern is requested a year after its report', async ({ log, plans }) => {
  const end = plans.clock.now.getTime() - retention.reportedConcern.lifetime;
  await log.concerns.report('old', 'A concern', null, new Date(end - 1));
  await plans.applied(await log.concerns.report('recent', 'A concern', null, new Date(end + 1)));
  plans.startLeader();
  await until(() => expect(plans.asked).toEqual(['old']));
  await plans.looked();
  expect(plans.asked).toEqual(['old']);
});
