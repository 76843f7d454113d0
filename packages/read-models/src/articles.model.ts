import type { auditKinds } from '@journal/contracts';
import { articleFields, cardNames, fieldNames, type OpenedArticleContent } from '@journal/events/fields';
import { articleCounts } from './article-counts.ts';
import {
  type Columns,
  definitionsOf,
  pieceColumns,
  type RowOf,
  rowColumns,
  type VersionHead,
  type VersionValues,
  versionColumns,
  versionHeadColumns,
  withoutCompression,
  withoutSamples,
} from './columns.ts';
import { issueTables } from './issue.table.ts';
import { pageVersionTable } from './page-version.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  id: 'integer',
  /** Revision of the last applied event in the article's stream. */
  revision: 'integer',
  /** Revision of the version that contains the content. */
  contentRevision: 'integer',
  contributorId: 'text',
  createdAt: 'timestamptz',
  deletedAt: 'timestamptz',
  /** When its writer, or a guardian's withdrawn consent, hid it from readers, and when that became permanent. */
  hiddenAt: 'timestamptz',
  removedAt: 'timestamptz',
  /** Number of the unpublished issue that it waits for. Readers see the article once that issue is published. */
  waitsFor: 'integer',
  /** The other article of its debate, which has this one as its opposite. */
  opposingId: 'integer',
  /** Whether it is the statement or the reply. */
  debateRole: 'text',
} as const;

/** Columns that a later migration added. */
const plannedColumns = {
  /** Time at which it is to be taken down. */
  unpublishAt: 'timestamptz',
} as const;

export type DebateRole = 'statement' | 'reply';

/**
 * An article as it is now, without its content. The text is null once the article's key is gone, and the article is
 * then in no list. The byline is null once the writer's key is gone.
 */
export type ArticleRow = RowOf<
  typeof ownColumns & typeof plannedColumns,
  'deletedAt' | 'hiddenAt' | 'removedAt' | 'waitsFor' | 'opposingId' | 'debateRole' | 'unpublishAt',
  Omit<OpenedArticleContent, 'content'> & { readonly debateRole: DebateRole | null }
>;

export const articleColumns: Columns<ArticleRow> = {
  ...ownColumns,
  ...plannedColumns,
  ...pieceColumns<Omit<OpenedArticleContent, 'content'>>(articleFields, cardNames(articleFields)),
};

/** Returns whether readers see the article: the same rule as the `listed` column. */
export function isListed(row: Pick<ArticleRow, 'deletedAt' | 'hiddenAt' | 'waitsFor' | 'title'>): boolean {
  return row.deletedAt === null && row.hiddenAt === null && row.waitsFor === null && row.title !== null;
}

/** One event of an article: who, when, and the values that it set. `changed` names them; all others are undefined. */
export type ArticleVersionRow = VersionValues<OpenedArticleContent & { readonly contributorId: string }> &
  VersionHead<(typeof auditKinds.article)[number]> & {
    readonly articleId: number;
    /** The other article of the debate, if this event paired them. */
    readonly opposingId?: number | undefined;
    /** Planned time of taking the article down, if this event planned it. */
    readonly unpublishAt?: string | undefined;
  };

export const articleVersionColumns: Columns<ArticleVersionRow> = {
  articleId: 'integer',
  ...versionHeadColumns,
  restoredRevision: 'integer',
  opposingId: 'integer',
  unpublishAt: 'timestamptz',
  contributorId: 'text',
  ...pieceColumns<OpenedArticleContent>(articleFields, fieldNames(articleFields)),
};

/**
 * Articles as they are now, and all their versions. The content, the bulk of an article, is stored once: in the
 * version that set it, which `article.content_revision` names. `title` is null once the article's key is gone. The
 * byline is null once its contributor has been forgotten. The contributor's id is kept, because later events must not
 * restore a name.
 */
export const articlesModel = {
  name: 'articles',
  version: 3,
  migrations: {
    '0001-article': `
      create table article (
        ${definitionsOf(ownColumns, 'deletedAt', 'hiddenAt', 'removedAt', 'waitsFor', 'opposingId', 'debateRole')},
        ${rowColumns(articleFields)},
        listed boolean not null generated always as (
          deleted_at is null and hidden_at is null and waits_for is null and title is not null
        ) stored,
        primary key (id)
      ) with (fillfactor = 85);

      create index article_listed on article (id desc) where listed;
      create index article_section on article (section, id desc) where listed;
      create index article_featured on article (id desc) where listed and featured = 1;
      create index article_author on article (author_name) where listed;
      create index article_contributor on article (contributor_id);
      create index article_hidden on article (id desc)
        where hidden_at is not null and removed_at is null and deleted_at is null and title is not null;
      create index article_waiting on article (waits_for) where waits_for is not null;
      create index article_deleted on article (id desc) where deleted_at is not null and title is not null;

      create table article_version (
        article_id integer not null,
        ${definitionsOf(versionHeadColumns)},
        restored_revision integer,
        opposing_id integer,
        contributor_id text,
        ${versionColumns(articleFields)},
        primary key (article_id, revision)
      ) with (toast_tuple_target = 8160);

      ${withoutCompression('article_version', articleFields)}
      ${withoutSamples('article', articleFields, cardNames(articleFields))}
      ${withoutSamples('article_version', articleFields, fieldNames(articleFields))}

      create table forgotten_contributor (
        contributor_id text primary key,
        -- 'keep': pieces stay without a byline; 'remove': their text is gone too.
        pieces text not null
      );
    `,
    // No page had been changed before. Everything that visitors read shares one position: see record 171.
    '0002-page-version': pageVersionTable,
    // No writer had chosen this before.
    '0003-showing-contributor': `
      -- Whose articles lead to each other, as long as the writer wants that.
      create table if not exists showing_contributor (contributor_id text primary key);
    `,
    // The text that the newsroom's search reads, computed once per article instead of once per search.
    '0004-searched': `
      alter table article add column searched text
        generated always as (lower(title || ' ' || coalesce(author_name, ''))) stored;
      alter table article alter column searched set statistics 0;
    `,
    // Nothing had been planned before.
    '0005-planned': `
      alter table article add column unpublish_at timestamptz;
      alter table article_version add column unpublish_at timestamptz;
      create index article_planned on article (unpublish_at) where unpublish_at is not null;
    `,
    // There were no issues before. They share one position with their articles: see record 244.
    '0006-issues': issueTables,
    // Until now, articles were counted on each request.
    '0007-counts': articleCounts,
  },
} as const satisfies ReadModel;
