import type { Section } from '@journal/contracts';
import type pg from 'pg';
import { articleColumns, type StoredArticle } from '../article/articles.store.ts';
import { createConditions, createPrepared, matchesAll } from '../statements.ts';

/** What of the articles the newsroom asks for; newest first. */
export type NewsroomSelection = {
  readonly status: 'published' | 'deleted';
  readonly section?: Section | undefined;
  readonly featured?: number | undefined;
  /** See `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only articles with an id below. */
  readonly after?: number | undefined;
};

export type NewsroomRow = Omit<StoredArticle, 'content'> & { readonly deletedAt: Date | null };

const conditionOf = {
  published: 'listed',
  // Spelt out as the index of the deleted has it.
  deleted: 'article.deleted_at is not null and article.title is not null',
} as const;

/** The statements on the newsroom's list of articles. Rejects after 5 s without an answer. */
export function createNewsroomArticlesStore(pool: pg.Pool, schema: string) {
  const run = createPrepared(pool, 'newsroom');

  return {
    /** At most `count` of a selection. */
    async list(selection: NewsroomSelection, count: number): Promise<NewsroomRow[]> {
      const { status, section, featured, patterns, after } = selection;
      const asked = createConditions(status, conditionOf[status], [count]);
      asked.where('section', section, (value) => `article.section = ${value}`);
      asked.where('featured', featured, (value) => `article.featured = ${value}`);
      asked.where('after', after, (value) => `article.id < ${value}`);
      asked.where('words', patterns, (value) =>
        matchesAll(`lower(article.title || ' ' || coalesce(article.author_name, ''))`, value),
      );
      const text = `select ${articleColumns}, article.deleted_at as "deletedAt" from ${schema}.article
        where ${asked.text} order by article.id desc limit $1`;
      return run<NewsroomRow>(asked.name, text, asked.values);
    },

    /** How many readers see. */
    async published(): Promise<number> {
      const text = `select count(*)::integer as count from ${schema}.article where listed`;
      return (await run<{ count: number }>('count', text, []))[0]?.count ?? 0;
    },
  };
}
