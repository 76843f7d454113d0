import type { auditKinds } from '@journal/contracts';
import { articleFields, cardNames, fieldNames, type OpenedArticleContent } from '@journal/events/fields';
import {
  type Brought,
  type Columns,
  definitionsOf,
  pieceColumns,
  type RowOf,
  rowColumns,
  type VersionHead,
  versionColumns,
  versionHeadColumns,
  withoutCompression,
  withoutSamples,
} from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  id: 'integer',
  /** Of the article's stream: the last event applied. */
  revision: 'integer',
  /** The version that holds the content. */
  contentRevision: 'integer',
  contributorId: 'text',
  createdAt: 'timestamptz',
  deletedAt: 'timestamptz',
  /** The other side of its debate, which has this one here. */
  opposingId: 'integer',
} as const;

/**
 * An article as it is now, without its content. The text is null once the article's key is gone, and it is then listed
 * nowhere; the byline is null once the writer's key is gone.
 */
export type ArticleRow = RowOf<
  typeof ownColumns,
  'deletedAt' | 'opposingId',
  Omit<OpenedArticleContent, 'content'>
>;

export const articleColumns: Columns<ArticleRow> = {
  ...ownColumns,
  ...pieceColumns<Omit<OpenedArticleContent, 'content'>>(articleFields, cardNames(articleFields)),
};

/** Returns whether readers see it: the same rule as the column `listed`. */
export function isListed(row: Pick<ArticleRow, 'deletedAt' | 'title'>): boolean {
  return row.deletedAt === null && row.title !== null;
}

/** One event of an article: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type ArticleVersionRow = Brought<OpenedArticleContent & { readonly contributorId: string }> &
  VersionHead<(typeof auditKinds.article)[number]> & { readonly articleId: number };

export const articleVersionColumns: Columns<ArticleVersionRow> = {
  articleId: 'integer',
  ...versionHeadColumns,
  restoredRevision: 'integer',
  contributorId: 'text',
  ...pieceColumns<OpenedArticleContent>(articleFields, fieldNames(articleFields)),
};

/**
 * Articles as they are now and every version of them. The content, the bulk of an article, is kept once: in the
 * version that brought it, which `article.content_revision` names. `title` is null once the article's key is gone. The
 * byline is null once its contributor has been forgotten, whose id is kept: what comes later must bring no name back.
 */
export const articlesModel = {
  name: 'articles',
  version: 1,
  migrations: {
    '0001-article': `
      create table article (
        ${definitionsOf(ownColumns, 'deletedAt', 'opposingId')},
        ${rowColumns(articleFields)},
        listed boolean not null generated always as (deleted_at is null and title is not null) stored,
        primary key (id)
      ) with (fillfactor = 85);

      create index article_listed on article (id desc) where listed;
      create index article_section on article (section, id desc) where listed;
      create index article_featured on article (id desc) where listed and featured = 1;
      create index article_author on article (author_name) where listed;

      create table article_version (
        article_id integer not null,
        ${definitionsOf(versionHeadColumns)},
        contributor_id text,
        ${versionColumns(articleFields)},
        primary key (article_id, revision)
      ) with (toast_tuple_target = 8160);

      ${withoutCompression('article_version', articleFields)}
    `,
    '0002-forgotten-contributor': `
      create table forgotten_contributor (
        contributor_id text primary key,
        -- 'keep': pieces stay without a byline; 'remove': their text is gone too.
        pieces text not null
      );

      create index article_contributor on article (contributor_id);
    `,
    '0003-no-samples': `
      ${withoutSamples('article', articleFields, cardNames(articleFields))}
      ${withoutSamples('article_version', articleFields, fieldNames(articleFields))}
    `,
    // No event that was applied before could name a version: what is there needs no building anew.
    '0004-restored-revision': `
      alter table article_version add column restored_revision integer;

      create index article_deleted on article (id desc) where deleted_at is not null and title is not null;
    `,
    // What was applied before has the cover that the upcaster gives it: what is there needs no building anew.
    '0005-cover': `
      alter table article add column if not exists cover text not null default 'auto';
      alter table article_version add column if not exists cover text;

      update article_version set cover = 'auto', changed = array_append(changed, 'cover')
      where event = 'ArticlePublished' and not changed @> '{cover}';
    `,
    // No event that was applied before could pair an article.
    '0006-opposing': 'alter table article add column if not exists opposing_id integer',
  },
} as const satisfies ReadModel;
