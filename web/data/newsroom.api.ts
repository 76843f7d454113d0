import {
  ApiError,
  type AuditFilters,
  addressOf,
  articleFields,
  fieldNames,
  type Issue,
  issueFields,
  revisionEtag,
  type Section,
  type SubmissionStage,
  type SubmissionStatus,
  submissionFields,
} from '@journal/contracts';
import { type ApiAnswer, apiClient, queryOf, rowsOf, withQuery } from './api.ts';

/** An article, pitch, issue or editable page, as URLs name it. */
export type Piece = {
  readonly kind: 'articles' | 'submissions' | 'issues' | 'pages';
  readonly id: string | number;
};

/** Filter of a list of pieces. */
export type PieceFilter = {
  readonly q?: string | undefined;
  readonly section?: Section | undefined;
  readonly featured?: '0' | '1' | undefined;
  readonly status?: Exclude<SubmissionStatus, 'pending'> | 'hidden' | undefined;
  /** `planned`: at any stage, with a planned time of publication. */
  readonly stage?: SubmissionStage | 'planned' | undefined;
  /** User id of the editor who looks after it, or `nobody`. */
  readonly assignee?: string | undefined;
  readonly order?: 'newest' | 'oldest' | undefined;
};

/** Newest first. */
export const newsroomArticles = ({ q, section, featured, status }: PieceFilter) =>
  rowsOf('GET /api/newsroom/articles', {
    query: {
      q,
      section,
      featured,
      status: status === 'deleted' || status === 'hidden' ? status : undefined,
      limit: 25,
    },
  });

/**
 * Ten per page, because each comes with its whole essay. Unless the filter says otherwise, pending ones are sorted by
 * the longest wait and all others newest first.
 */
export const submissions = ({ featured: _, status, ...filter }: PieceFilter) =>
  rowsOf('GET /api/submissions', {
    query: {
      ...filter,
      ...stageIn(filter),
      status: status === 'hidden' ? undefined : status,
      order: filter.order ?? (status ? 'newest' : 'waiting'),
      limit: 10,
    },
  });

/** Accepted pitches that are not yet published, longest wait first. */
export const acceptedPitches = rowsOf('GET /api/submissions', {
  query: { stage: 'accepted', order: 'waiting', limit: 50 },
});

const stageIn = ({ stage }: PieceFilter) =>
  stage === 'planned' ? ({ stage: undefined, planned: '1' } as const) : { stage };

/** Everybody with a role in the newsroom. */
export const newsroomPeople = queryOf('GET /api/newsroom/people');

/** The settings that the journal lacks for sending mail. */
export const mailCheck = queryOf('GET /api/newsroom/mail-check');

/** Invitations to the newsroom that have not been accepted. */
export const newsroomInvitations = queryOf('GET /api/newsroom/invitations');

/** Number of pitches waiting at each stage and for each editor. */
export const newsroomDesk = queryOf('GET /api/newsroom/desk');

/** Number of pieces in each list that match a filter. */
export const newsroomCounts = ({ order: _, ...filter }: PieceFilter = {}) =>
  queryOf('GET /api/newsroom/counts', { query: { ...filter, ...stageIn(filter) } });

/** Audit entries, newest first; only those before a position, if one is given. */
export const audit = (filter: AuditFilters, before?: string) =>
  rowsOf('GET /api/audit', { query: { ...filter, before } });

export const auditFile = (filter: AuditFilters) => withQuery('/api/audit.csv', filter);

/** Versions of a piece, newest first; only those before revision `before`, or those that added or removed `words`. */
export const history = ({ kind, id }: Piece, before?: number, words?: string) =>
  rowsOf(`GET /api/${kind}/:id/history` as const, { params: { id }, query: { before, words } });

/** The whole text as of a version, with what that version changed, or with its differences from version `against`. */
export const historyVersion = ({ kind, id }: Piece, revision: number, against?: number) =>
  queryOf(`GET /api/${kind}/:id/history/:revision` as const, {
    params: { id, revision },
    query: { against },
  });

/** Vike leaves folders called `pages` out of URLs. */
export const historyHref = ({ kind, id }: Piece): string =>
  `/admin/${kind === 'pages' ? 'texts' : kind}/${encodeURIComponent(id)}/history`;

/** The other side of an article's debate, whatever its status. */
export const opposingSide = (id: number) => queryOf('GET /api/articles/:id/opposing', { params: { id } });

/** A page of the reported concerns, newest first. */
export const concerns = rowsOf('GET /api/newsroom/concerns');

/** Removes the byline from an article. */
export const unnameArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/unname', { params: { id } });

/** Permanently removes an article that its writer has hidden. */
export const removeArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/remove', { params: { id } });

/** Permanently erases an article that readers can't see, and the pitch that it came from. */
export const eraseArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/erase', { params: { id } });

export const deletePiece = ({ kind, id }: Piece & { readonly kind: 'articles' | 'submissions' }) =>
  apiClient.request(`DELETE /api/${kind}/:id` as const, { params: { id } });

/**
 * A version to restore, or only some of its fields. `newest`: revision of the version that it is to replace; refused if
 * there is a newer one.
 */
type RestoredVersion = {
  readonly revision: number;
  readonly fields?: readonly string[] | undefined;
  readonly newest: number;
};

/** Restores a deleted piece, or a version of a piece that may be deleted. */
export function restorePiece({ kind, id }: Piece, version?: RestoredVersion) {
  const whole = { params: { id } };
  const versionOf = <Name extends string>(
    { revision, fields, newest }: RestoredVersion,
    names: readonly Name[],
  ) => ({
    ...whole,
    body: { revision, ...(fields && { fields: names.filter((name) => fields.includes(name)) }) },
    headers: { 'if-match': revisionEtag(newest, '') },
  });
  switch (kind) {
    case 'articles': {
      const options = version ? versionOf(version, fieldNames(articleFields)) : whole;
      return apiClient.request('POST /api/articles/:id/restore', options);
    }
    case 'submissions': {
      const options = version ? versionOf(version, fieldNames(submissionFields)) : whole;
      return apiClient.request('POST /api/submissions/:id/restore', options);
    }
    case 'issues':
      if (!version) throw new Error('No issue is ever deleted');
      return apiClient.request('POST /api/issues/:id/restore', versionOf(version, fieldNames(issueFields)));
    case 'pages':
      if (!version) throw new Error('No page is ever deleted');
      return apiClient.request(
        'POST /api/pages/:id/restore',
        versionOf({ ...version, fields: undefined }, []),
      );
    default:
      return kind satisfies never;
  }
}

/** A page of all issues, including drafts and withdrawn ones, newest first. */
export const allIssues = rowsOf('GET /api/issues', { query: { status: 'all', limit: 50 } });

/** Resolves with an issue as editors see it, and the ETag for changing it. */
export async function readIssue(number: number, signal?: AbortSignal) {
  const path = addressOf('GET /api/issues/:id', { params: { id: number }, query: { status: 'all' } });
  const { data, etag = '*' } = await apiClient.get(path, { signal });
  return { issue: data as Issue, etag };
}

/** Query for an issue as editors see it, read-only. */
export const issueForEditors = (number: number) =>
  queryOf('GET /api/issues/:id', { params: { id: number }, query: { status: 'all' } });

/** The mailings of an issue, newest first. */
export const mailings = (number: number) =>
  queryOf('GET /api/issues/:id/mailings', { params: { id: number } });

/** Progress of a mailing. */
export const mailing = (id: string) => queryOf('GET /api/mailings/:id', { params: { id } });

/** The issue as it would be mailed now. */
export const issueMail = (number: number) => queryOf('GET /api/issues/:id/mail', { params: { id: number } });

/** URL of the same mail as a page, for a frame. */
export const issueMailFrame = (number: number) =>
  addressOf('GET /api/issues/:id/mail/html', { params: { id: number } });

export type PieceFields = Readonly<Record<string, unknown>>;

/** The current article, pitch or page with its ETag, for conditional writes; null if it is deleted. */
export type TaggedPiece =
  | (Pick<ApiAnswer, 'topics'> & { readonly row: PieceFields; readonly etag: string })
  | null;

export const piecePath = ({ kind, id }: Piece) =>
  addressOf(`GET /api/${kind}/:id` as const, { params: { id } });

/** Reads a piece for editing. Rejects with `ApiError`, except that a 404 gives null. */
export async function readPiece(path: string, signal?: AbortSignal): Promise<TaggedPiece> {
  try {
    const { data, etag = '*', topics } = await apiClient.get(path, { signal });
    return { row: data as PieceFields, etag, topics };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
