import type { Section } from '@journal/contracts';
import type pg from 'pg';
import { articleColumns, type StoredArticle } from '../article/articles.store.ts';
import { fitsAll } from './search-words.ts';

/** What of the articles the newsroom asks for; newest first. */
export type NewsroomSelection = {
  readonly status: 'published' | 'deleted';
  readonly section?: Section | undefined;
  readonly featured?: number | undefined;
  /** See `patternsOf`. */
  readonly patterns: readonly string[];
  /** Only articles with an id below. */
  readonly after?: number | undefined;
};

export type NewsroomRow = Omit<StoredArticle, 'content'> & { readonly deletedAt: Date | null };

const queryTimeout = 5_000;
const conditionOf = {
  published: 'listed',
  // Spelt out as the index of the deleted has it.
  deleted: 'article.deleted_at is not null and article.title is not null',
} as const;

/** The statements on the newsroom's list of articles. Rejects after 5 s without an answer. */
export function createNewsroomArticlesStore(pool: pg.Pool, schema: string) {
  async function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
    const statement = { name: `newsroom ${name}`, text, values, query_timeout: queryTimeout };
    return (await pool.query<Row>(statement)).rows;
  }

  return {
    /** At most `count` of a selection. */
    async list(selection: NewsroomSelection, count: number): Promise<NewsroomRow[]> {
      const { status, section, featured, patterns, after } = selection;
      const values: unknown[] = [count];
      const conditions: string[] = [conditionOf[status]];
      const asked: string[] = [status];
      const where = (name: string, value: unknown, condition: (parameter: string) => string) => {
        if (value === undefined) return;
        conditions.push(condition(`$${values.push(value)}`));
        asked.push(name);
      };
      where('section', section, (parameter) => `article.section = ${parameter}`);
      where('featured', featured, (parameter) => `article.featured = ${parameter}`);
      where('after', after, (parameter) => `article.id < ${parameter}`);
      where('words', patterns.length === 0 ? undefined : patterns, (parameter) =>
        fitsAll(`lower(article.title || ' ' || coalesce(article.author_name, ''))`, parameter),
      );
      const text = `select ${articleColumns}, article.deleted_at as "deletedAt" from ${schema}.article
        where ${conditions.join(' and ')} order by article.id desc limit $1`;
      return run<NewsroomRow>(asked.join(' '), text, values);
    },

    /** How many readers see. */
    async published(): Promise<number> {
      const text = `select count(*)::integer as count from ${schema}.article where listed`;
      return (await run<{ count: number }>('count', text, []))[0]?.count ?? 0;
    },
  };
}
