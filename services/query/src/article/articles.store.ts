import type { ArticleSource, Section, Stats } from '@journal/contracts';
import { articleFields, cardNames, nameWithheld } from '@journal/events/fields';
import type { ArticleRow, DebateRole } from '@journal/read-models';
import { sql } from 'kysely';
import type pg from 'pg';
import { matchesAll, openDatabase, schemas, tables } from '../database.ts';

/** Which articles are asked for; newest first. */
export type ArticleSelection = {
  /** Those that readers see, where left out. */
  readonly status?: 'published' | 'deleted' | 'hidden' | undefined;
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
export type StoredArticle = ArticleSource &
  Pick<ArticleRow, 'revision' | 'deletedAt' | 'hiddenAt' | 'removedAt' | 'waitsFor' | 'opposingId'>;
/** As editors see it in their list. */
export type PlannedArticle = StoredArticle & Pick<ArticleRow, 'unpublishAt'>;

/** Its side of a debate of which readers see both, and in which each names the other. */
const debate = sql<DebateRole | null>`(
    select article.debate_role from ${sql.table(`${schemas.articles}.article`)} as other
    where article.section = 'clash' and other.id = article.opposing_id and other.opposing_id = article.id
      and other.listed and other.section = 'clash'
  )`.as('debate');

// Conditions and constants as the partial indexes have them.
const conditions = {
  published: sql<boolean>`article.listed`,
  deleted: sql<boolean>`article.deleted_at is not null and article.title is not null`,
  hidden: sql<boolean>`article.hidden_at is not null and article.removed_at is null
    and article.deleted_at is null and article.title is not null`,
};
/** Is of the same writer as an article, who shows others, and says the same about them. */
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

/** Returns the queries of articles. They reject after 5 s without an answer. */
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
    /** One that readers may see, or undefined. */
    async article(id: number): Promise<StoredArticle | undefined> {
      const found = whole.where('article.id', '=', id).where(conditions.published);
      return found.$castTo<StoredArticle>().executeTakeFirst();
    },

    /** The same without the content. */
    async card(id: number): Promise<StoredArticle | undefined> {
      const found = cards.where('article.id', '=', id).where(conditions.published);
      return found.$castTo<StoredArticle>().executeTakeFirst();
    },

    /** Those of the articles that readers may see, without the content, by id. */
    async cardsOf(ids: readonly number[]): Promise<ReadonlyMap<number, StoredArticle>> {
      if (ids.length === 0) return new Map();
      const found = cards
        .select(debate)
        .where('article.id', '=', sql<number>`any (${ids}::integer[])`)
        .where(conditions.published);
      const rows = await found.$castTo<StoredArticle>().execute();
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** A piece whatever became of it, without the content; the title is null once it has been erased. */
    async anyCard(id: number): Promise<StoredArticle | undefined> {
      return cards.where('article.id', '=', id).$castTo<StoredArticle>().executeTakeFirst();
    },

    /** At most `count` of a selection. */
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

    /** How many a selection has; without patterns no row of an article is read. */
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
     * The newest others of an article's writer with the same byline; none unless the writer wants them shown, nor where
     * the name has been erased or taken off.
     */
    async otherPieces(id: number, count: number): Promise<StoredArticle[]> {
      const found = cards.where('article.id', '!=', id).where(conditions.published).where(isOtherPieceOf(id));
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
        `select count(*)::integer as articles, count(distinct author_name)::integer as writers,
           (select created_at from ${schemas.articles}.article order by id limit 1) as since
         from ${schemas.articles}.article where listed`,
      );
      return stats ?? { articles: 0, writers: 0, since: null };
    },
  };
}

export type ArticlesStore = ReturnType<typeof createArticlesStore>;
