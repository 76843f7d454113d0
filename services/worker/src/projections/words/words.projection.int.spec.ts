import { pageTexts } from '@journal/contracts/page-texts';
import { type IssueEvent, issueStream, pageStream } from '@journal/events';
import { expect } from 'vitest';
import { projectionTest } from '../../testing/projection-test.ts';
import { articlesProjection } from '../articles/articles.projection.ts';
import { submissionsProjection } from '../submissions/submissions.projection.ts';
import { createWordsProjection } from './words.projection.ts';

const it = projectionTest.extend('start', ({ model: { pool, schema, start } }) => () => {
  const [articlesSchema, submissionsSchema] = [`${schema}_articles`, `${schema}_submissions`];
  start(articlesProjection, { schema: articlesSchema });
  start(submissionsProjection, { schema: submissionsSchema });
  start(createWordsProjection({ database: pool, articlesSchema, submissionsSchema }));
});

it('a version has each word that it added or removed once, and none that only moved', async ({
  log: { articles, submissions, write },
  model,
  start,
}) => {
  const editPage = (text: string) =>
    write(pageStream('privacy'), { type: 'PageEdited', data: { pageId: 'privacy', text } });
  const writeIssue = (event: IssueEvent) => write(issueStream(7), event as never);
  const front = { date: '2027-01-31', letter: null, cover: 'auto', colours: 'auto' } as const;
  const steps: [step: () => Promise<string>, words: string | undefined][] = [
    [
      () =>
        articles.publish(1, {
          title: 'A dark day',
          excerpt: 'Dark',
          content: 'It was dark.',
          authorName: 'Ada',
          authorSchool: null,
        }),
      'a ada dark day it was',
    ],
    [() => articles.edit(1, { content: 'It was light, and dark.' }), 'and light'],
    // Compared with the last version that changed the field, regardless of those in between.
    [() => articles.edit(1, { title: 'A day, dark' }), ''],
    [() => articles.edit(1, { content: 'Dark, and it was light light. Don’t!' }), "don't light"],
    [() => articles.edit(1, { section: 'clash', featured: 1, authorSchool: 'Old School' }), 'old school'],
    [() => articles.unname(1), 'ada name old school withheld'],
    [() => articles.delete(1), undefined],
    [
      () =>
        submissions.pitch('p', {
          articleTitle: 'Two',
          articleSummary: 'Two',
          fullEssay: 'Two two',
          fullName: 'Ada',
        }),
      'ada two',
    ],
    [() => submissions.edit('p', { fullEssay: 'Two' }), 'two'],
    [() => submissions.requestChanges('p', 'A secret note'), undefined],
    [() => submissions.resubmit('p', { fullEssay: 'Two whales' }, 'A secret reply'), 'whales'],
    [() => submissions.publish('p', 1), undefined],
    // Compared with the default text.
    [() => editPage(pageTexts.privacy.replace('You need', 'You need zeppelins')), 'zeppelins'],
    [
      () => writeIssue({ type: 'IssueOpened', data: { issueNumber: 7, ...front, title: 'Thaw' } }),
      '01 2027 31 thaw',
    ],
    [() => writeIssue({ type: 'IssueArranged', data: { issueNumber: 7, pieces: [] } }), undefined],
    [
      () => writeIssue({ type: 'IssueEdited', data: { issueNumber: 7, letter: 'The harbour thaws' } }),
      'harbour thaws the',
    ],
  ];
  const isLate = Math.floor(steps.length / 2);
  const expected: Record<string, string> = {};
  for (const [index, [step, words]] of steps.entries()) {
    const position = await step();
    if (words !== undefined) expected[position] = words;
    // The first half is applied in one batch.
    if (index === isLate) start();
    if (index >= isLate) await model.applied(position);
  }
  const { rows } = await model.pool.query<{ position: string; words: string[] }>(
    `select position, tsvector_to_array(words) as words from ${model.schema}.change`,
  );
  expect(Object.fromEntries(rows.map(({ position, words }) => [position, words.join(' ')]))).toEqual(
    expected,
  );
});

it('an erased piece has no words', async ({ log: { articles, submissions }, model, start }) => {
  start();
  await model.applied(await articles.publish(1, { title: 'Kept' }));
  await model.applied(await articles.publish(2, { title: 'Zeppelins' }));
  await articles.delete(2);
  await model.applied(await articles.erase(2));
  await submissions.pitch('kept', { articleTitle: 'Kept' });
  await model.applied(await submissions.pitch('erased', { articleTitle: 'Zeppelins' }));
  await submissions.withdraw('erased');
  await model.applied(await submissions.erase('erased'));
  const { rows } = await model.pool.query<{ words: string[] }>(
    `select tsvector_to_array(words) as words from ${model.schema}.change order by position`,
  );
  expect(rows.map(({ words }) => words.includes('zeppelins') || words.includes('kept'))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
