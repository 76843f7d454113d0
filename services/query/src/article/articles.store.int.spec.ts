import { schemaOf } from '@journal/read-models';
import { articlesModel } from '@journal/read-models/articles';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { patternsOf } from '../database.ts';
import { useQuerySystem } from '../testing/query-system.ts';
import { type ArticleSelection, createArticlesStore } from './articles.store.ts';

const count = 3_000;
const schema = schemaOf(articlesModel);

const system = useQuerySystem({}, async () => {
  await system.tables.commit({ articles: [{ id: 1, section: 'clash', title: 'Of the sea' }] });
  const { pool } = system.tables;
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = 'article' and is_generated = 'NEVER' and column_name <> 'id'`,
    [schema],
  );
  const columns = rows.map(({ name }) => name).join(', ');
  await pool.query(
    `insert into ${schema}.article (id, ${columns})
     select number, ${columns} from ${schema}.article, generate_series(2, ${count}) as number`,
  );
  await pool.query(`vacuum analyze ${schema}.article`);
});

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Resolves with how many rows the largest step of a list's statement gave. */
async function largestStep(selection: Partial<ArticleSelection>): Promise<number> {
  const { pool } = system.tables;
  let sent: { text: string; values: unknown[] } | undefined;
  const watched = {
    query: (statement: NonNullable<typeof sent>) => {
      sent = statement;
      return pool.query(statement);
    },
  };
  const store = createArticlesStore(watched as unknown as pg.Pool);
  expect(await store.list({ cards: true, ...selection }, 26)).toHaveLength(26);
  const { rows } = await pool.query(`explain (analyze, format json) ${sent?.text}`, sent?.values);
  const stepsOf = (plan: Plan): number[] => [
    plan['Actual Rows'] * plan['Actual Loops'],
    ...(plan.Plans ?? []).flatMap(stepsOf),
  ];
  return Math.max(...stepsOf(rows[0]['QUERY PLAN'][0].Plan));
}

it.each<[string, Partial<ArticleSelection>]>([
  ['a list', {}],
  ['a section', { section: 'clash' }],
  ['a list by a word that every title has', { patterns: patternsOf('sea') }],
])('%s reads no more of a large journal than of a small one', async (_, selection) => {
  expect(await largestStep(selection)).toBeLessThanOrEqual(26);
});
