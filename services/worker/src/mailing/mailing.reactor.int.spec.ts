import { accountsModel, articlesModel, schemaOf, submissionsModel } from '@journal/read-models';
import { abortable, sleep } from '@journal/service-kit/async';
import { until } from '@journal/testing';
import { expect, vi } from 'vitest';
import type { LeaderElection } from '../engine/leader-election.ts';
import { accountsProjection } from '../projections/accounts/accounts.projection.ts';
import { submissionsProjection } from '../projections/submissions/submissions.projection.ts';
import { createMailParts } from '../testing/mail-parts.ts';
import { mailingTest as it } from '../testing/mailing-test.ts';
import type { Log } from '../testing/projection-test.ts';
import { createMailingTestMailHandler } from './mail-mailing-test.ts';
import { readMailedIssue } from './mailed-issue.ts';
import { createMailingReactors } from './mailing.reactor.ts';
import type { MailingSender } from './mailing-sender.ts';
import { createPace } from './pace.ts';

it('a test mail leaves out a pitch to which a guardian has not consented', async ({
  mailing,
  model,
  log,
}) => {
  const schemas = { submissions: schemaOf(submissionsModel), accounts: schemaOf(accountsModel) };
  model.start(submissionsProjection, { schema: schemas.submissions });
  model.start(accountsProjection, { schema: schemas.accounts });
  await mailing.startFor(0);
  await log.submissions.pitch('young', { age: 13 });
  await log.submissions.accept('young');
  await log.users.register('writer');
  await mailing.withdraw();
  await mailing.arrange([{ submissionId: 'young', userId: 'writer', heading: null }]);
  const position = log.store.log.at(-1)?.position ?? '';
  for (const schema of Object.values(schemas)) await model.applied(position, schema);
  const read = async (consentAge: number | undefined) =>
    (await readMailedIssue(mailing.pool, 7, { isWhole: true, consentAge }))?.pieces.length;
  expect(await Promise.all([undefined, 13, 14].map(read))).toEqual([1, 1, 0]);
  await mailing.pool.query(`update ${schemas.accounts}.account set consent = 'given'`);
  expect(await read(14)).toBe(1);
});

it('two leaders complete a mailing once, and run the sender only while a mailing is active', async ({
  mailing,
  model,
}) => {
  const looked = vi.fn();
  let ticks = 0;
  const leader = () => {
    const sender = mailing.sender();
    const watched = {
      async advanceAll(...given: Parameters<typeof sender.advanceAll>) {
        looked();
        return sender.advanceAll(...given);
      },
    };
    const [reactor] = createMailingReactors(watched, { add: async () => {} }, mailing.pool);
    if (!reactor) throw new Error('There is none');
    const onTick: typeof reactor.onTick = async (context) => {
      ticks++;
      return (await reactor.onTick?.(context)) ?? context.position;
    };
    return model.start({ ...reactor, onTick }, { tickInterval: 5 });
  };
  const leaders = [leader(), leader()];
  let isWell = false;
  mailing.treating.treat = (address) =>
    address.startsWith('reader-0@') && !isWell ? { drops: 'text' } : undefined;
  await mailing.startFor(30);
  await until(async () => expect(await mailing.status()).toMatchObject({ status: 'completed' }));
  expect(await mailing.counts()).toEqual({ accepted: 29, uncertain: 1 });
  // Until it has read its own events back and no mailing is active.
  await until(async () => {
    const before = looked.mock.calls.length;
    const tick = ticks;
    await until(() => expect(ticks).toBeGreaterThan(tick + 5));
    expect(looked.mock.calls.length).toBe(before);
  });
  isWell = true;
  await mailing.repeat();
  await until(() => expect(mailing.eventsOf().at(-1)?.type).toBe('MailingCompleted'));
  expect(await mailing.counts()).toEqual({ accepted: 30 });
  expect(leaders.every(({ status }) => status.failure === undefined)).toBe(true);
  expect(await mailing.arrived()).toHaveLength(30);
});

/** An election with one candidate, who leads whenever it is admitted. */
function electionOfOne() {
  let lost = new AbortController();
  let admission = Promise.withResolvers<void>();
  const election: LeaderElection = {
    async campaign(_key, { signal }) {
      await abortable(admission.promise, signal).catch(() => {});
      if (signal.aborted) return undefined;
      lost = new AbortController();
      return { lost: lost.signal, release: async () => {} };
    },
    close: async () => {},
  };
  return {
    election,
    admit: () => admission.resolve(),
    depose() {
      admission = Promise.withResolvers();
      lost.abort(new Error('deposed'));
    },
  };
}

it('a leader that leads again continues the mailing that another one started and left behind', async ({
  mailing,
  model,
}) => {
  const sender = mailing.sender();
  const looked: boolean[] = [];
  const lead = (advanceAll: MailingSender['advanceAll'], election: LeaderElection) => {
    const [reactor] = createMailingReactors({ advanceAll }, { add: async () => {} }, mailing.pool);
    if (!reactor) throw new Error('There is none');
    return model.start(reactor, { tickInterval: 5, election });
  };
  const [first, second] = [electionOfOne(), electionOfOne()];
  first.admit();
  const leader = lead(async (...given) => {
    const isActive = await sender.advanceAll(...given);
    looked.push(isActive);
    return isActive;
  }, first.election);
  // Until it has reached the end of the log, and no mailing is active.
  await until(async () => {
    const before = looked.length;
    await sleep(50);
    expect(looked.slice(before - 1)).toEqual([false]);
  });
  first.depose();
  await until(() => expect(leader.status.leading).toBe(false));
  second.admit();
  const other = lead(() => new Promise(() => {}), second.election);
  await mailing.startFor(3);
  await model.applied(mailing.eventsOf().at(-1)?.position ?? '');
  await other.stop();
  first.admit();
  await until(async () => expect(await mailing.status()).toMatchObject({ status: 'completed' }));
  expect(await mailing.arrived()).toHaveLength(3);
});

it.for([
  ['a piece that its writer hides', 'Title 1', (log: Log) => log.articles.hide(1)],
  ['a name that an edit takes back', 'Writer 1', (log: Log) => log.articles.edit(1, { authorName: 'W.' })],
  ['what an edit takes out of its issue', 'Snow', (log: Log) => log.issues.edit(7, { title: 'Thaw' })],
  ['a piece that an editor takes out of its issue', 'Title 1', (log: Log) => log.issues.arrange(7, [])],
] as const)(
  '%s during a mailing is left out of later copies',
  async ([, words, takeBack], { mailing, model, log }) => {
    const sender = mailing.sender({ pace: createPace(50), pollInterval: 1 });
    const [, reactor] = createMailingReactors(sender, { add: async () => {} }, mailing.pool);
    if (!reactor) throw new Error('There is none');
    model.start(reactor, { schema: 'reactor_mailing_copies_v1' });
    await mailing.startFor(60);
    const finished = mailing.finish(sender);
    await until(() => expect(mailing.server.raw.length).toBeGreaterThan(5));
    await takeBack(log);
    await finished;
    const texts = (await mailing.server.messages()).map(({ text }) => text ?? '');
    expect(texts).toHaveLength(60);
    const isThere = texts.map((text) => text.includes(words));
    expect([isThere[0], isThere.at(-1)]).toEqual([true, false]);
    // Once they are gone they do not return, except in copies in flight on four connections.
    expect(isThere.slice(isThere.indexOf(false)).filter(Boolean).length).toBeLessThanOrEqual(4);
    expect(await mailing.counts()).toEqual({ accepted: 60 });
  },
);

it.for([
  ['was published alone', {}],
  ['waits for this issue, which is being published', { issueNumber: 7 }],
] as const)(
  'a test mail shows a pitch that %s as its article, without a withheld name',
  async (row, { mailing, model, log }) => {
    const [, data] = row;
    const schema = schemaOf(submissionsModel);
    model.start(submissionsProjection, { schema });
    model.start(accountsProjection, { schema: schemaOf(accountsModel) });
    await mailing.startFor(0);
    await mailing.withdraw();
    await log.submissions.pitch('alone');
    await log.submissions.accept('alone');
    await mailing.arrange([{ submissionId: 'alone', userId: 'writer', heading: null }]);
    if ('issueNumber' in data) await mailing.close();
    await log.submissions.publish('alone', 5);
    await log.articles.publish(5, { contributorId: 'writer', authorName: 'Sämple Writer', ...data });
    const read = async (position: string) => {
      await mailing.applied(position);
      for (const each of [submissionsModel, accountsModel]) await model.applied(position, schemaOf(each));
      return (await readMailedIssue(mailing.pool, 7, { isWhole: true }))?.pieces;
    };
    expect(await read(await log.articles.unname(5))).toMatchObject([
      { article: { id: 5, title: 'Title 5', authorName: 'Name withheld', authorAge: null } },
    ]);
    expect(await read(await log.articles.delete(5))).toEqual([]);
  },
);

it('a test mail is created once the tables contain what the editor saved before', async () => {
  const reached = { articles: '1', submissions: '1' };
  const query = async () => ({
    rows: [
      { schema: schemaOf(articlesModel), position: reached.articles },
      { schema: schemaOf(submissionsModel), position: reached.submissions },
    ],
  });
  const add = vi.fn(async () => {});
  const [, , reactor] = createMailingReactors({ advanceAll: async () => false }, { add }, { query } as never);
  const data = { mailingId: '7-1', userId: 'editor', email: null };
  const metadata = { at: new Date().toISOString(), requestId: 'request' };
  const tested = { id: 'test', type: 'MailingTested', position: '2', data, metadata };
  const handled = reactor?.prepare([tested as never]).before?.();
  for (const model of ['articles', 'submissions'] as const) {
    await sleep(20);
    expect(add).not.toHaveBeenCalled();
    reached[model] = '2';
  }
  await handled;
  expect(add).toHaveBeenCalledTimes(1);
});

it('a mail names a writer whose account was erased in the same way as the site', async ({ mailing, log }) => {
  await mailing.startFor(0);
  await mailing.applied(await log.users.forget('writer-1'));
  const issue = await readMailedIssue(mailing.pool, 7);
  expect(issue?.pieces).toMatchObject([
    { article: { title: 'Title 1', authorName: 'Former contributor', authorAge: null } },
  ]);
});

it('a test mail of a withdrawn issue goes to the address that an authorized editor named', async ({
  mailing,
  log,
}) => {
  await mailing.startFor(0);
  await mailing.withdraw();
  const { parts, sent } = createMailParts();
  const handler = createMailingTestMailHandler({
    ...parts,
    store: log.store,
    codec: log.codec,
    pool: mailing.pool,
    consentAge: undefined,
  });
  await log.users.register('admin');
  await log.users.grantAdmin('admin');
  await mailing.mailing.test('eve@example.org');
  const [test] = mailing.eventsOf().slice(-1);
  const run = (userId: string, testId = test?.id) =>
    handler.work(
      { mailingId: '7-1', testId, userId },
      { jobId: 'job-1', requestId: 'request', signal: new AbortController().signal },
    );
  await run('admin');
  expect(sent).toMatchObject([
    { to: 'eve@example.org', subject: '[Test] The <Forum>: Snow', subjectId: 'admin' },
  ]);
  await run('admin', 'another');
  await run('somebody');
  await log.users.forget('admin');
  await run('admin');
  expect(sent).toHaveLength(1);
});

it('a test mail shows the pitches that wait for the issue with their byline, and no declined ones', async ({
  mailing,
  model,
  log,
}) => {
  const schema = schemaOf(submissionsModel);
  model.start(submissionsProjection, { schema });
  model.start(accountsProjection, { schema: schemaOf(accountsModel) });
  await mailing.startFor(0);
  for (const id of ['waiting', 'declined']) {
    await log.submissions.pitch(id);
    await log.submissions.accept(id);
  }
  await log.submissions.chooseByline('waiting', 'Fox');
  await model.applied(await log.submissions.decline('declined', 'No'), schema);
  await mailing.withdraw();
  const pitch = (submissionId: string, heading: string | null) => ({
    submissionId,
    userId: 'writer',
    heading,
  });
  await mailing.arrange([
    pitch('declined', 'Tides'),
    pitch('waiting', null),
    { articleId: 1, heading: null },
  ]);
  await model.applied(log.store.log.at(-1)?.position ?? '', schemaOf(accountsModel));
  const read = (isWhole: boolean) => readMailedIssue(mailing.pool, 7, { isWhole });
  expect(await read(true)).toMatchObject({ isPublished: false });
  expect((await read(true))?.pieces).toMatchObject([
    {
      heading: 'Tides',
      article: { id: null, title: 'Title waiting', authorName: 'Fox', authorAge: null },
    },
    { heading: null, article: { id: 1 } },
  ]);
  expect(await read(false)).toBeUndefined();
  await mailing.arrange([]);
  await mailing.discard();
  expect(await read(true)).toBeUndefined();
});
