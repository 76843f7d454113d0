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

type Store = ReturnType<typeof createArticlesStore>;

/** Resolves with the number of rows that the largest step of a statement's plan returned. */
async function largestStep(ask: (store: Store) => Promise<unknown>): Promise<number> {
  const { pool } = system.tables;
  let sent: { text: string; values: unknown[] } | undefined;
  const watched = {
    query: (statement: NonNullable<typeof sent>) => {
      sent = statement;
      return pool.query(statement);
    },
  };
  const store = createArticlesStore(watched as unknown as pg.Pool);
  await ask(store);
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
])('%s reads no more rows than it returns, however large the journal is', async (_, selection) => {
  const read = largestStep(async (store) =>
    expect(await store.list({ cards: true, ...selection }, 26)).toHaveLength(26),
  );
  expect(await read).toBeLessThanOrEqual(26);
});

it.each<[string, Omit<ArticleSelection, 'cards'>, number]>([
  ['all', {}, count],
  ['a section', { section: 'clash' }, count],
  ['another section', { section: 'view' }, 0],
  ['what is featured', { featured: 1 }, 0],
  ['what was deleted', { status: 'deleted' }, 0],
])('counting %s reads at most 6 rows instead of all articles', async (_, selection, expected) => {
  const read = largestStep(async (store) => expect(await store.count(selection)).toBe(expected));
  expect(await read).toBeLessThanOrEqual(6);
});

it('stored counts equal the counted rows after every kind of change', async () => {
  const { pool } = system.tables;
  const store = createArticlesStore(pool);
  const selections = (['published', 'deleted', 'hidden'] as const).flatMap((status) =>
    (['clash', 'view', undefined] as const).flatMap((section) =>
      [0, 1, undefined].map((featured) => ({ status, section, featured })),
    ),
  );
  const counts = async (patterns?: readonly string[]) =>
    Promise.all(selections.map((selection) => store.count({ ...selection, patterns })));
  const everything = ['%'];
  for (const [change, where] of [
    [`section = 'view'`, 'id % 2 = 0'],
    ['featured = 1', 'id % 3 = 0'],
    ['deleted_at = now()', 'id % 5 = 0'],
    ['hidden_at = now()', 'id % 7 = 0'],
    ['removed_at = now()', 'id % 14 = 0'],
    ['waits_for = 1', 'id % 11 = 0'],
    ['title = null, author_name = null', 'id % 13 = 0'],
    [`section = 'clash', featured = 0, deleted_at = null`, 'id % 4 = 0'],
    ['waits_for = null, hidden_at = null', 'true'],
  ]) {
    await pool.query(`update ${schema}.article set ${change} where ${where}`);
    expect(await counts(), change).toEqual(await counts(everything));
  }
  await pool.query(`delete from ${schema}.article where id % 2 = 0`);
  expect(await counts()).toEqual(await counts(everything));
});
