import type { ArticleSource, Section, Stats } from '@journal/contracts';
import { articleFields, cardNames } from '@journal/events/fields';
import { sql } from 'kysely';
import type pg from 'pg';
import { matchesAll, openDatabase, schemas, tables } from '../database.ts';

/** Which articles are asked for; newest first. */
export type ArticleSelection = {
  /** Those that readers see, where left out. */
  readonly status?: 'published' | 'deleted' | undefined;
  readonly section?: Section | undefined;
  readonly featured?: number | undefined;
  /** Of words in title or author's name, see `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only articles with an id below. */
  readonly after?: number | undefined;
  /** Without the content. */
  readonly cards: boolean;
};

/** An article's row; the content only where it was asked for. */
export type StoredArticle = ArticleSource & { readonly revision: number; readonly deletedAt: string | null };

// Conditions and constants as the partial indexes have them.
const conditions = {
  published: sql<boolean>`article.listed`,
  deleted: sql<boolean>`article.deleted_at is not null and article.title is not null`,
};
const searched = sql<string>`lower(article.title || ' ' || coalesce(article.author_name, ''))`;

/** Returns the queries of articles. They reject after 5 s without an answer. */
export function createArticlesStore(pool: pg.Pool) {
  const { query, run } = openDatabase(pool);
  const cards = query
    .selectFrom(tables.article)
    .select(['article.id', 'article.revision', 'article.createdAt', 'article.deletedAt'])
    .select(cardNames(articleFields).map((name) => `article.${name}` as const));
  const whole = cards
    .innerJoin(tables.articleVersion, (join) =>
      join
        .onRef('articleVersion.articleId', '=', 'article.id')
        .onRef('articleVersion.revision', '=', 'article.contentRevision'),
    )
    .select('articleVersion.content');

  return {
    /** One that readers may see, or undefined. */
    async article(id: number): Promise<StoredArticle | undefined> {
      const found = whole.where('article.id', '=', id).where(conditions.published);
      return found.$castTo<StoredArticle>().executeTakeFirst();
    },

    /** At most `count` of a selection. */
    async list(selection: ArticleSelection, count: number): Promise<StoredArticle[]> {
      const { status = 'published', section, featured, patterns, after } = selection;
      let found = (selection.cards ? (cards as typeof whole) : whole).where(conditions[status]);
      if (featured !== undefined) found = found.where('article.featured', '=', sql.lit(featured as 0 | 1));
      if (section !== undefined) found = found.where('article.section', '=', section);
      if (after !== undefined) found = found.where('article.id', '<', after);
      if (patterns !== undefined) found = found.where(matchesAll(searched, patterns));
      return found.orderBy('article.id', 'desc').limit(count).$castTo<StoredArticle>().execute();
    },

    /** All of a contributor, deleted ones too, oldest first. */
    async ofContributor(contributorId: string): Promise<StoredArticle[]> {
      const found = whole
        .where('article.contributorId', '=', contributorId)
        .where('article.title', 'is not', null);
      return found.orderBy('article.id').$castTo<StoredArticle>().execute();
    },

    /** The texts of those of the articles that readers may see, in one statement. */
    async contents(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const found = whole.clearSelect().select(['article.id', 'articleVersion.content']);
      const rows = await found
        .where('article.id', '=', sql<number>`any (${ids}::integer[])`)
        .where(conditions.published)
        .execute();
      return new Map(rows.map(({ id, content }) => [id, content ?? '']));
    },

    async stats(): Promise<Stats> {
      const [stats] = await run<Stats>(
        `select count(*)::integer as articles, count(distinct author_name)::integer as writers
         from ${schemas.articles}.article where listed`,
      );
      return stats ?? { articles: 0, writers: 0 };
    },
  };
}

export type ArticlesStore = ReturnType<typeof createArticlesStore>;
