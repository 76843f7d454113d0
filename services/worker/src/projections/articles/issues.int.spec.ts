import { type IssueEvent, issueStream } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it, type Log, type Model } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const content = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;
const write = (log: Log, event: IssueEvent) => log.write(issueStream(event.data.issueNumber), event as never);

it('an issue has its content and versions, and its publication notifies its articles’ topics', async ({
  log,
  model,
}) => {
  model.start(articlesProjection);
  const heard = await model.listen();
  const which = { issueNumber: 7 };
  const pieces = [
    { articleId: 2, heading: 'Winter' },
    { articleId: 1, heading: null },
  ];
  await write(log, { type: 'IssueOpened', data: { ...which, ...content } });
  await write(log, { type: 'IssueArranged', data: { ...which, pieces } });
  await write(log, { type: 'IssueOpened', data: { issueNumber: 8, ...content, title: null } });
  const composed = await write(log, { type: 'IssueEdited', data: { ...which, letter: 'Dear all' } });
  await model.applied(composed);
  await until(() => expect(heard.flatMap(({ topics }) => topics)).toContain('issues'));
  expect(heard.flatMap(({ topics }) => topics).filter((topic) => topic !== 'issues')).toEqual([]);
  const published = await write(log, { type: 'IssuePublished', data: which });
  await model.applied(published);
  await until(() =>
    expect(new Set(heard.flatMap(({ topics }) => topics))).toEqual(
      new Set(['issues', 'newest', 'article:1', 'article:2']),
    ),
  );
  const { issue: issues, issue_version: versions } = await model.contents();
  expect(issues.find(({ number }) => number === 7)).toMatchObject({
    ...{ revision: 3, status: 'published', title: 'Snow', letter: 'Dear all', date: '2027-01-31' },
    pieces: JSON.stringify(pieces),
  });
  expect(issues.find(({ number }) => number === 8)).toMatchObject({ status: 'draft', pieces: '[]' });
  const last = await write(log, { type: 'IssueWithdrawn', data: which });
  await model.applied(last);
  const { issue: after } = await model.contents();
  expect(after.find(({ number }) => number === 7)).toMatchObject({ status: 'withdrawn', published_at: null });
  expect(versions.filter(({ number }) => number === 7).map(({ event, changed }) => [event, changed])).toEqual(
    [
      ['IssueOpened', ['date', 'title', 'letter', 'cover', 'colours']],
      ['IssueArranged', ['pieces']],
      ['IssueEdited', ['letter']],
      ['IssuePublished', []],
    ],
  );
});

const listed = async (model: Model) =>
  (await model.contents()).article.filter((row) => row.listed).map(({ id }) => id);
const pieces = [
  { articleId: 3, heading: null },
  { articleId: 1, heading: null },
  { articleId: 2, heading: null },
];

it('a discarded issue keeps its history, and its number can be opened again', async ({ log, model }) => {
  model.start(articlesProjection);
  await log.issues.open(7);
  await model.applied(await log.issues.discard(7));
  expect((await model.contents()).issue).toMatchObject([{ number: 7, revision: 1, status: 'discarded' }]);
  await model.applied(await log.issues.open(7));
  const { issue, issue_version: versions } = await model.contents();
  expect(issue).toMatchObject([{ number: 7, revision: 2, status: 'draft', title: 'Snow' }]);
  expect(versions.map(({ event }) => event)).toEqual(['IssueOpened', 'IssueDiscarded', 'IssueOpened']);
});

it('arranging an issue notifies the writers of placed and removed pitches, and editing it does not', async ({
  log,
  model,
}) => {
  model.start(articlesProjection);
  await log.issues.open(7);
  const place = (...writers: string[]) =>
    log.issues.arrange(
      7,
      writers.map((userId) => ({ submissionId: `of ${userId}`, userId, heading: null })),
    );
  const heard = await model.listen();
  const first = await place('fox', 'owl');
  await model.applied(first);
  await until(() => expect(heard.at(-1)?.position).toBe(first));
  expect(heard.at(-1)?.topics).toEqual(expect.arrayContaining(['mine:fox', 'mine:owl', 'issues']));
  const last = await place('owl');
  await model.applied(last);
  await until(() => expect(heard.at(-1)?.position).toBe(last));
  expect(heard.at(-1)?.topics).toEqual(expect.arrayContaining(['mine:fox', 'mine:owl', 'issues']));
  const edited = await log.issues.edit(7, { title: 'Rain' });
  await model.applied(edited);
  await until(() => expect(heard.at(-1)?.position).toBe(edited));
  expect(heard.at(-1)?.topics).toEqual(['issues']);
});

it('articles that wait for an issue are listed and announced when it is published, and not before', async ({
  log,
  model,
}) => {
  await log.articles.publish(1, { contributorId: 'fox' });
  await log.users.showOtherPieces('fox');
  await log.issues.open(7);
  model.start(articlesProjection);
  await model.applied(await log.issues.close(7));
  const heard = await model.listen();
  const waiting = { contributorId: 'fox', authorName: 'Writer 1', issueNumber: 7, featured: 1 } as const;
  await log.articles.publish(2, waiting);
  await model.applied(await log.articles.publish(3, { ...waiting, section: 'clash' }));
  await log.articles.edit(3, { title: 'Corrected' });
  await model.applied(await log.articles.hide(2));
  expect(await listed(model)).toEqual([1]);
  const topicsOf = (changes: typeof heard) => new Set(changes.flatMap(({ topics }) => topics));
  expect(topicsOf(heard)).not.toContain('featured');
  expect(topicsOf(heard)).not.toContain('stats');
  await model.applied(await log.articles.show(2));
  const before = heard.length;
  const out = await log.issues.publish(7, pieces);
  await model.applied(out);
  await until(() => expect(heard.at(-1)?.position).toBe(out));
  const { issue, article } = await model.contents();
  expect(issue).toMatchObject([{ status: 'published', pieces: JSON.stringify(pieces) }]);
  expect(article.map(({ listed: isListed, waits_for }) => [isListed, waits_for])).toEqual(
    [1, 2, 3].map(() => [true, null]),
  );
  // A writer's latest article links to the others.
  for (const topic of ['issues', 'articles', 'article:1', 'article:2', 'article:3', 'mine:fox', 'featured'])
    expect(topicsOf(heard.slice(before))).toContain(topic);
  for (const topic of ['section:view', 'section:clash', 'stats'])
    expect(topicsOf(heard.slice(before))).toContain(topic);
});

it('an article that was hidden or deleted while it waited is not listed when its issue is published', async ({
  log,
  model,
}) => {
  await log.issues.open(7);
  await log.issues.close(7);
  for (const id of [1, 2, 3]) await log.articles.publish(id, { issueNumber: 7 });
  await log.articles.hide(1);
  await log.articles.delete(2);
  model.start(articlesProjection);
  await model.applied(await log.issues.publish(7, pieces));
  expect(await listed(model)).toEqual([3]);
  await log.articles.show(1);
  await model.applied(await log.articles.restore(2));
  expect(await listed(model)).toHaveLength(3);
});

it('late or omitted articles of a published issue are listed, and withdrawing the issue hides none', async ({
  log,
  model,
}) => {
  await log.issues.open(7);
  await log.issues.close(7);
  await log.articles.publish(1, { issueNumber: 7 });
  // Published as part of an earlier attempt to publish the issue, which included one more piece.
  await log.articles.publish(2, { issueNumber: 7 });
  await log.issues.publish(7, [{ articleId: 1, heading: null }]);
  await log.articles.publish(3, { issueNumber: 7 });
  model.start(articlesProjection);
  await model.applied(await log.issues.withdraw(7));
  expect(await listed(model)).toEqual([1, 2, 3]);
});

it('an issue that came to nothing is a draft again, unless readers have seen it', async ({ log, model }) => {
  model.start(articlesProjection);
  const statuses = async () => (await model.contents()).issue.map(({ status }) => status);
  await log.issues.open(7);
  await log.issues.close(7);
  await model.applied(await log.issues.withdraw(7));
  expect(await statuses()).toEqual(['draft']);
  await log.issues.publish(7);
  await model.applied(await log.issues.withdraw(7));
  await log.issues.close(7);
  await model.applied(await log.issues.withdraw(7));
  expect(await statuses()).toEqual(['withdrawn']);
});

it('an issue has its planned publication time until it is cancelled or published', async ({ log, model }) => {
  const publishAt = '2027-01-31T08:00:00.000Z';
  model.start(articlesProjection);
  const planned = async () =>
    (await model.contents()).issue.map((row) => row.publish_at?.toISOString() ?? null);
  await log.issues.open(7);
  await model.applied(await log.issues.schedule(7, publishAt));
  expect(await planned()).toEqual([publishAt]);
  await model.applied(await log.issues.unschedule(7));
  expect(await planned()).toEqual([null]);
  await log.issues.schedule(7, publishAt);
  await model.applied(await log.issues.publish(7));
  expect(await planned()).toEqual([null]);
  const { issue_version: versions } = await model.contents();
  expect(
    versions.map(({ event, publish_at, changed }) => [event, publish_at?.toISOString(), changed]),
  ).toEqual([
    ['IssueOpened', undefined, ['date', 'title', 'letter', 'cover', 'colours']],
    ['IssueScheduled', publishAt, []],
    ['IssueUnscheduled', undefined, []],
    ['IssueScheduled', publishAt, []],
    ['IssuePublished', undefined, []],
  ]);
});
