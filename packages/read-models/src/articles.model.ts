import type { auditKinds } from '@journal/contracts';
import { articleFields, cardNames, fieldNames, type OpenedArticleContent } from '@journal/events/fields';
import type { Columns } from './columns.ts';
import {
  pieceColumns,
  rowColumns,
  versionColumns,
  withoutCompression,
  withoutSamples,
} from './piece-columns.ts';
import type { ReadModel } from './read-model.ts';
import { type Brought, type VersionHead, versionHeadColumns } from './version-head.ts';

/**
 * An article as it is now, without its content. The text is null once the article's key is gone, and it is then listed
 * nowhere; the byline is null once the writer's key is gone.
 */
export type ArticleRow = Omit<OpenedArticleContent, 'content'> & {
  readonly id: number;
  /** Of the article's stream: the last event applied. */
  readonly revision: number;
  /** The version that holds the content. */
  readonly contentRevision: number;
  readonly contributorId: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
};

/** Returns whether readers see it: the same rule as the column `listed`. */
export function isListed(row: ArticleRow): boolean {
  return row.deletedAt === null && row.title !== null;
}

/** One event of an article: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type ArticleVersionRow = Brought<OpenedArticleContent & { readonly contributorId: string }> &
  VersionHead<(typeof auditKinds.article)[number]> & { readonly articleId: number };

export const articleColumns: Columns<ArticleRow> = {
  id: 'integer',
  revision: 'integer',
  contentRevision: 'integer',
  contributorId: 'text',
  ...pieceColumns<Omit<OpenedArticleContent, 'content'>>(articleFields, cardNames(articleFields)),
  createdAt: 'timestamptz',
  deletedAt: 'timestamptz',
};

export const articleVersionColumns: Columns<ArticleVersionRow> = {
  articleId: 'integer',
  ...versionHeadColumns,
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
        id integer primary key,
        revision integer not null,
        content_revision integer not null,
        contributor_id text not null,
        ${rowColumns(articleFields)},
        created_at timestamptz not null,
        deleted_at timestamptz,
        listed boolean not null generated always as (deleted_at is null and title is not null) stored
      ) with (fillfactor = 85);

      create index article_listed on article (id desc) where listed;
      create index article_section on article (section, id desc) where listed;
      create index article_featured on article (id desc) where listed and featured = 1;
      create index article_author on article (author_name) where listed;

      create table article_version (
        article_id integer not null,
        revision integer not null,
        event text not null,
        at timestamptz not null,
        actor_id text not null,
        actor_role text not null,
        request_id text not null,
        position text collate "C" not null,
        changed text[] not null,
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
  },
} as const satisfies ReadModel;
