import type { ArticleSource, Section, Stats } from '@journal/contracts';
import { articleFields, cardNames } from '@journal/events/fields';
import { selectedColumns } from '@journal/read-models';
import type pg from 'pg';
import { createConditions, createPrepared } from '../statements.ts';

/** Which articles are asked for; newest first. */
export type ArticleSelection = {
  readonly section?: Section;
  readonly featured?: 0 | 1;
  /** How many articles at most; undefined: all. */
  readonly limit?: number;
  /** Only articles with an id below. */
  readonly after?: number;
  /** Without the content. */
  readonly cards: boolean;
};

/** An article's row as the tables give it; the content only where it was asked for. */
export type StoredArticle = Omit<ArticleSource, 'createdAt'> & {
  readonly revision: number;
  readonly createdAt: Date;
};

/** All but the content, by the names of `StoredArticle`. */
export const articleColumns = `article.id, article.revision, article.created_at as "createdAt",
  ${selectedColumns(cardNames(articleFields), 'article')}`;

/** The statements on one schema's articles, each prepared once per connection. Rejects after 5 s without an answer. */
export function createArticlesStore(pool: pg.Pool, schema: string) {
  const ofContent = `join ${schema}.article_version as version
    on version.article_id = article.id and version.revision = article.content_revision`;

  const run = createPrepared(pool, 'articles');

  return {
    /** One that readers may see, or undefined. */
    async article(id: number): Promise<StoredArticle | undefined> {
      const text = `select ${articleColumns}, version.content from ${schema}.article ${ofContent}
        where article.id = $1 and listed`;
      return (await run<StoredArticle>('article', text, [id]))[0];
    },

    /** At most `count` of a selection. */
    async list(selection: Omit<ArticleSelection, 'limit'>, count: number): Promise<StoredArticle[]> {
      const { section, featured, after, cards } = selection;
      // Featured is spelt out, so that the index of the featured fits.
      const [name, first] =
        featured === 1 ? ['featured', 'listed and article.featured = 1'] : ['list', 'listed'];
      const asked = createConditions(`${name} ${cards ? 'cards' : 'whole'}`, first, [count]);
      asked.where(
        'featured',
        featured === 1 ? undefined : featured,
        (value) => `article.featured = ${value}`,
      );
      asked.where('section', section, (value) => `article.section = ${value}`);
      asked.where('after', after, (value) => `article.id < ${value}`);
      const text = `select ${articleColumns}${cards ? '' : ', version.content'}
        from ${schema}.article ${cards ? '' : ofContent}
        where ${asked.text} order by article.id desc limit $1`;
      return run<StoredArticle>(asked.name, text, asked.values);
    },

    /** The texts of those of the articles that readers may see, in one statement. */
    async contents(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const text = `select article.id, version.content from ${schema}.article ${ofContent}
        where article.id = any($1::integer[]) and listed`;
      const rows = await run<Pick<StoredArticle, 'id' | 'content'>>('contents', text, [ids]);
      return new Map(rows.map(({ id, content }) => [id, content]));
    },

    async stats(): Promise<Stats> {
      const text = `select count(*)::integer as articles, count(distinct author_name)::integer as writers
        from ${schema}.article where listed`;
      return (await run<Stats>('stats', text, []))[0] ?? { articles: 0, writers: 0 };
    },
  };
}

export type ArticlesStore = ReturnType<typeof createArticlesStore>;

/** Returns the row as the contract's functions take it. */
export function toArticleSource(article: StoredArticle): ArticleSource {
  return { ...article, createdAt: article.createdAt.toISOString() };
}
