import type { ArticleSource, Section, Stats } from '@journal/contracts';
import { articleFields, cardNames, nameWithheld } from '@journal/events/fields';
import type { ArticleRow, DebateRole } from '@journal/read-models';
import { sql } from 'kysely';
import type pg from 'pg';
import { matchesAll, openDatabase, schemas, tables } from '../database.ts';

/** Selection of articles for a list, newest first. */
export type ArticleSelection = {
  /** Default: those that readers see. */
  readonly status?: 'published' | 'deleted' | 'hidden' | undefined;
  readonly section?: Section | undefined;
  readonly featured?: number | undefined;
  /** Patterns for words in the title or the author's name, see `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  /** Only articles with a lower id. */
  readonly after?: number | undefined;
  /** Whether the content is left out. */
  readonly cards: boolean;
};

/** An article's row. The content is included only if it was selected. */
export type StoredArticle = ArticleSource &
  Pick<ArticleRow, 'revision' | 'deletedAt' | 'hiddenAt' | 'removedAt' | 'waitsFor' | 'opposingId'>;
/** An article as editors see it in their list. */
export type PlannedArticle = StoredArticle & Pick<ArticleRow, 'unpublishAt'>;

/** The article's side of a debate, if readers see both articles and each names the other. */
const debate = sql<DebateRole | null>`(
    select article.debate_role from ${sql.table(`${schemas.articles}.article`)} as other
    where article.section = 'clash' and other.id = article.opposing_id and other.opposing_id = article.id
      and other.listed and other.section = 'clash'
  )`.as('debate');

// Same conditions and constants as in the partial indexes.
const conditions = {
  published: sql<boolean>`article.listed`,
  deleted: sql<boolean>`article.deleted_at is not null and article.title is not null`,
  hidden: sql<boolean>`article.hidden_at is not null and article.removed_at is null
    and article.deleted_at is null and article.title is not null`,
};
/** Whether an article has the same writer and byline as article `id`, and the writer shows their other pieces. */
const isOtherPieceOf = (id: number) => sql<boolean>`exists (
  select from ${sql.table(`${schemas.articles}.article`)} as own
  join ${sql.table(`${schemas.articles}.showing_contributor`)} using (contributor_id)
  where own.id = ${id} and own.contributor_id = article.contributor_id
    and own.author_name = article.author_name and own.author_name <> ${nameWithheld}
    and own.author_age is not distinct from article.author_age
    and own.author_school is not distinct from article.author_school)`;

function isSelected(selection: Omit<ArticleSelection, 'after' | 'cards'>) {
  const { status = 'published', section, featured, patterns } = selection;
  const wanted = [
    conditions[status],
    ...(featured === undefined ? [] : [sql<boolean>`article.featured = ${sql.lit(featured as 0 | 1)}`]),
    ...(section === undefined ? [] : [sql<boolean>`article.section = ${section}`]),
    ...(patterns === undefined ? [] : [matchesAll(sql`article.searched`, patterns)]),
  ];
  return sql<boolean>`${sql.join(wanted, sql` and `)}`;
}

/** Returns the queries for articles. They reject after 5 s without an answer. */
export function createArticlesStore(pool: pg.Pool) {
  const { query, run } = openDatabase(pool);
  const cards = query
    .selectFrom(tables.article)
    .select(['article.id', 'article.revision', 'article.createdAt', 'article.deletedAt'])
    .select(['article.hiddenAt', 'article.removedAt', 'article.waitsFor'])
    .select('article.opposingId')
    .select(cardNames(articleFields).map((name) => `article.${name}` as const));
  const whole = cards
    .innerJoin(tables.articleVersion, (join) =>
      join
        .onRef('articleVersion.articleId', '=', 'article.id')
        .onRef('articleVersion.revision', '=', 'article.contentRevision'),
    )
    .select('articleVersion.content');

  return {
    /** An article that readers may see, or undefined. */
    async article(id: number): Promise<StoredArticle | undefined> {
      const found = whole.where('article.id', '=', id).where(conditions.published);
      return found.$castTo<StoredArticle>().executeTakeFirst();
    },

    /** The same without the content. */
    async card(id: number): Promise<StoredArticle | undefined> {
      const found = cards.where('article.id', '=', id).where(conditions.published);
      return found.$castTo<StoredArticle>().executeTakeFirst();
    },

    /** The articles that readers may see, without the content, by id. */
    async cardsOf(ids: readonly number[]): Promise<ReadonlyMap<number, StoredArticle>> {
      if (ids.length === 0) return new Map();
      const found = cards
        .select(debate)
        .where('article.id', '=', sql<number>`any (${ids}::integer[])`)
        .where(conditions.published);
      const rows = await found.$castTo<StoredArticle>().execute();
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** An article in any state, without the content. The title is null once it has been erased. */
    async anyCard(id: number): Promise<StoredArticle | undefined> {
      return cards.where('article.id', '=', id).$castTo<StoredArticle>().executeTakeFirst();
    },

    /** At most `count` articles of a selection. */
    async list(selection: ArticleSelection, count: number): Promise<StoredArticle[]> {
      let found = (selection.cards ? (cards.select(debate) as unknown as typeof whole) : whole).where(
        isSelected(selection),
      );
      if (selection.after !== undefined) found = found.where('article.id', '<', selection.after);
      return found.orderBy('article.id', 'desc').limit(count).$castTo<StoredArticle>().execute();
    },

    /** The same for the newsroom, without the content. */
    async cardsForEditors(selection: Omit<ArticleSelection, 'cards'>, count: number) {
      let found = cards.select(debate).select('article.unpublishAt').where(isSelected(selection));
      if (selection.after !== undefined) found = found.where('article.id', '<', selection.after);
      return found.orderBy('article.id', 'desc').limit(count).$castTo<PlannedArticle>().execute();
    },

    /** Number of articles in a selection. Without patterns, no row of an article is read. */
    async count(selection: Omit<ArticleSelection, 'after' | 'cards'>): Promise<number> {
      const { status = 'published', section, featured, patterns } = selection;
      if (patterns !== undefined) {
        const matching = query.selectFrom(tables.article).select(sql<number>`count(*)::integer`.as('count'));
        return (await matching.where(isSelected(selection)).executeTakeFirstOrThrow()).count;
      }
      let kept = query
        .selectFrom(tables.articleCount)
        .select(sql<number>`coalesce(sum(count), 0)::integer`.as('count'))
        .where('status', '=', status);
      if (section !== undefined) kept = kept.where('section', '=', section);
      if (featured !== undefined) kept = kept.where('featured', '=', featured);
      return (await kept.executeTakeFirstOrThrow()).count;
    },

    /**
     * The newest other articles of an article's writer with the same byline. None unless the writer wants them shown,
     * nor if the name has been erased or withheld.
     */
    async otherPieces(id: number, count: number): Promise<StoredArticle[]> {
      const found = cards.where('article.id', '!=', id).where(conditions.published).where(isOtherPieceOf(id));
      return found.orderBy('article.id', 'desc').limit(count).$castTo<StoredArticle>().execute();
    },

    /** All articles of a contributor, including deleted ones, oldest first. */
    async ofContributor(contributorId: string): Promise<StoredArticle[]> {
      const found = whole
        .where('article.contributorId', '=', contributorId)
        .where('article.title', 'is not', null);
      return found.orderBy('article.id').$castTo<StoredArticle>().execute();
    },

    /** Contents of the articles that readers may see, by id, in one statement. */
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
        `select count(*)::integer as articles, count(distinct author_name)::integer as writers,
           (select created_at from ${schemas.articles}.article order by id limit 1) as since
         from ${schemas.articles}.article where listed`,
      );
      return stats ?? { articles: 0, writers: 0, since: null };
    },
  };
}

export type ArticlesStore = ReturnType<typeof createArticlesStore>;
