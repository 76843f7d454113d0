import {
  type AuditKind,
  type HistoryVersion,
  type HistoryVersionText,
  type ProblemCode,
  parseArticleId,
  parseIssueNumber,
  parsePageId,
  parseSubmissionId,
} from '@journal/contracts';
import { articleFields, columnsOf, issueFields, pageFields, submissionFields } from '@journal/events/fields';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';

/** A kind of piece that has a history, and where the history is stored. */
export type HistorySource = {
  /** Path before the id in the routes of one piece. */
  readonly path: '/api/articles' | '/api/submissions' | '/api/pages' | '/api/issues';
  /** Returns the id in a path as the tables contain it, or undefined if it can't be one. */
  readonly parseId: (text: string) => number | string | undefined;
  readonly notFound: ProblemCode;
  readonly edited: AuditKind;
  /** Table of versions, and its column with the id of the piece. */
  readonly table: string;
  readonly key: string;
  readonly keyType: 'integer' | 'text';
  /** Expression for the other article of a debate, for the events that begin and end one. */
  readonly opposite?: string;
  /** Column with the note that was written along with a version. */
  readonly note?: string;
  /** Column with the time for which a version planned something. */
  readonly plannedFor?: string;
  /** Selects the pitch that an article was, or the article that a pitch became. */
  readonly counterpart?: string;
  /** Kind of version that is shown only to users who may read concerns: the concern may be about the reader. */
  readonly confidential?: AuditKind;
  /** Whether every piece exists before its first version. */
  readonly isAlwaysThere?: boolean;
  /** Fields that a version can set, each with its column, in the order in which a reader sees them. */
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * Returns the expression for the other article of the debate that a version began or ended. An end names no article,
 * so it is the one of the last beginning. The title is null if readers do not see that article.
 */
export const oppositeAt = (kind: string, articleId: string, revision: string) =>
  `case when ${kind} in ('ArticlePaired', 'ArticleUnpaired') then (
     select json_build_object('id', other.id, 'title', case when other.listed then other.title end)
     from ${schemas.articles}.article_version as beginning
     join ${schemas.articles}.article as other on other.id = beginning.opposing_id
     where beginning.article_id = ${articleId} and beginning.revision <= ${revision}
     order by beginning.revision desc limit 1) end`;

export const articleHistory: HistorySource = {
  path: '/api/articles',
  parseId: parseArticleId,
  notFound: 'article-not-found',
  edited: 'ArticleEdited',
  table: `${schemas.articles}.article_version`,
  key: 'article_id',
  keyType: 'integer',
  opposite: oppositeAt('version.event', 'version.article_id', 'version.revision'),
  plannedFor: 'version.unpublish_at',
  counterpart: `select 'submission' as type, id from ${schemas.submissions}.submission where article_id = $1`,
  fields: columnsOf(articleFields),
};

const { articleTitle, articleSummary, fullEssay, section, ...writer } = columnsOf(submissionFields);

export const submissionHistory: HistorySource = {
  path: '/api/submissions',
  parseId: parseSubmissionId,
  notFound: 'submission-not-found',
  edited: 'SubmissionEdited',
  confidential: 'SubmissionConcernReported',
  table: `${schemas.submissions}.submission_version`,
  key: 'submission_id',
  keyType: 'text',
  note: 'version.note',
  plannedFor: 'version.publish_at',
  counterpart: `select 'article' as type, article_id::text as id from ${schemas.submissions}.submission
    where id = $1 and article_id is not null`,
  // First the text of the pitch, then its writer.
  fields: { articleTitle, articleSummary, fullEssay, section, ...writer, byline: 'byline' },
};

/** The text of a pitch, without its writer. */
export const pitchTextHistory: HistorySource = {
  ...submissionHistory,
  fields: { articleTitle, articleSummary, fullEssay },
};

export const pageHistory: HistorySource = {
  path: '/api/pages',
  parseId: parsePageId,
  notFound: 'not-found',
  edited: 'PageEdited',
  table: `${schemas.articles}.page_version`,
  key: 'page_id',
  keyType: 'text',
  isAlwaysThere: true,
  fields: columnsOf(pageFields),
};

export const issueHistory: HistorySource = {
  path: '/api/issues',
  parseId: parseIssueNumber,
  notFound: 'issue-not-found',
  edited: 'IssueEdited',
  table: `${schemas.articles}.issue_version`,
  key: 'number',
  keyType: 'integer',
  plannedFor: 'version.publish_at',
  fields: columnsOf(issueFields),
};

export const histories: readonly HistorySource[] = [
  articleHistory,
  submissionHistory,
  pageHistory,
  issueHistory,
];

/** State of a piece: its fields, null if they are erased or were never filled in. */
export type Fields = Record<string, string | number | null>;

type VersionsAsked = {
  readonly before?: number | undefined;
  readonly count: number;
  readonly only?: readonly number[] | undefined;
  readonly hidden?: AuditKind | undefined;
};

/** The revisions that set the value that a field had at one version and at another. */
type ValueRevisions = { readonly field: string; readonly own: number | null; readonly other: number | null };

const maxRevision = 2_147_483_647;

/** Returns the queries for the history of one kind of piece. They reject after 5 s without an answer. */
export function createHistoryStore(pool: pg.Pool, source: HistorySource) {
  const { table, key, fields, opposite = 'null::json', note = 'null', counterpart } = source;
  const { plannedFor = 'null::timestamptz' } = source;
  const columns = Object.entries(fields);
  const described = `select version.revision, event, at,
      json_build_object('id', actor_id, 'role', actor_role, 'name', account.full_name) as actor,
      request_id as "requestId", changed, restored_revision as "restoredRevision", ${opposite} as opposite, ${note} as note,
      ${plannedFor} as "plannedFor"
    from ${table} as version left join ${schemas.accounts}.account on account.user_id = version.actor_id
    where version.${key} = $1`;
  const { run } = openDatabase(pool);

  return {
    /**
     * At most `count` versions below revision `before`, newest first: only those in `only` if it is given, and without
     * those of the kind `hidden`. None if there never was such a piece.
     */
    page: (id: number | string, { before, count, only, hidden }: VersionsAsked): Promise<HistoryVersion[]> =>
      run(
        `${described} and version.revision >= 0 and version.revision < $2 and ($4::integer[] is null or version.revision = any ($4))
           and event is distinct from $5
         order by version.revision desc limit $3`,
        id,
        before ?? maxRevision,
        count,
        only,
        hidden,
      ),

    /** What the piece became, or was made from. */
    async counterpart(id: number | string): Promise<HistoryVersionText['counterpart']> {
      if (counterpart === undefined) return null;
      return (await run<{ type: 'article' | 'submission'; id: string }>(counterpart, id))[0] ?? null;
    },

    /** Those of the revisions that exist, by revision, without those of the kind `hidden`. */
    async versionsAt(
      id: number | string,
      revisions: readonly number[],
      hidden?: AuditKind,
    ): Promise<ReadonlyMap<number, HistoryVersion>> {
      const text = `${described} and version.revision = any ($2::integer[]) and event is distinct from $3`;
      const found = await run<HistoryVersion>(text, id, revisions, hidden);
      return new Map(found.map((version) => [version.revision, version]));
    },

    /**
     * The piece as of two revisions. Before the first, all fields are null. Each field has the value that the last
     * version up to that revision set.
     */
    async asOf(
      id: number | string,
      revision: number,
      other: number,
    ): Promise<{ own: Fields; other: Fields }> {
      const valueRevisions = await run<ValueRevisions>(
        `select field, max(revision) filter (where revision <= $2) as own,
           max(revision) filter (where revision <= $3) as other
         from ${table} cross join unnest(changed) as field
         where ${key} = $1 and revision <= greatest($2, $3) group by field`,
        id,
        revision,
        other,
      );
      const wanted = [...new Set(valueRevisions.flatMap((each) => [each.own, each.other]))];
      const rows = await run<{ revision: number } & Fields>(
        `select revision, ${columns.map(([field, column]) => `${column} as "${field}"`).join(', ')}
         from ${table} where ${key} = $1 and revision = any ($2::integer[])`,
        id,
        wanted.filter((each) => each !== null),
      );
      const valuesAt = new Map(rows.map((row) => [row.revision, row]));
      const fieldsAt = (which: 'own' | 'other'): Fields => {
        const source = new Map(valueRevisions.map((each) => [each.field, each[which]]));
        const valueFrom = (field: string) => valuesAt.get(source.get(field) ?? -1)?.[field] ?? null;
        return Object.fromEntries(columns.map(([field]) => [field, valueFrom(field)]));
      };
      return { own: fieldsAt('own'), other: fieldsAt('other') };
    },
  };
}
