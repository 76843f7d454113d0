import { type IssueEvent, issueStream } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it, type Log } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const content = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;
const write = (log: Log, event: IssueEvent) => log.write(issueStream(event.data.issueNumber), event as never);

it('shows an issue whole, and says whose readers see something else', async ({ log, model }) => {
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
