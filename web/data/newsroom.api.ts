import {
  ApiError,
  type AuditFilters,
  addressOf,
  articleFields,
  fieldNames,
  type Issue,
  type Section,
  type SubmissionStage,
  type SubmissionStatus,
  submissionFields,
} from '@journal/contracts';
import { type ApiAnswer, apiClient, queryOf, rowsOf, withQuery } from './api.ts';

/** An article, a pitch, an issue or one of the pages that editors can change, as addresses name it. */
export type Piece = {
  readonly kind: 'articles' | 'submissions' | 'issues' | 'pages';
  readonly id: string | number;
};

/** What a list of pieces is narrowed to. */
export type PieceFilter = {
  readonly q?: string | undefined;
  readonly section?: Section | undefined;
  readonly featured?: '0' | '1' | undefined;
  readonly status?: Exclude<SubmissionStatus, 'pending'> | 'hidden' | undefined;
  /** `planned`: at whatever stage, but to be published at a time. */
  readonly stage?: SubmissionStage | 'planned' | undefined;
  /** The user id of the editor who looks after it, or `nobody`. */
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
 * Ten for a page, since each comes with its whole essay. Pending ones, what waits longest first, and others newest first,
 * unless the filter says otherwise.
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

/** What is accepted and not published yet, at most fifty of it: what waits longest first. */
export const acceptedPitches = rowsOf('GET /api/submissions', {
  query: { stage: 'accepted', order: 'waiting', limit: 50 },
});

const stageIn = ({ stage }: PieceFilter) =>
  stage === 'planned' ? ({ stage: undefined, planned: '1' } as const) : { stage };

/** Everybody who has a role in the newsroom. */
export const newsroomPeople = queryOf('GET /api/newsroom/people');

/** What the journal is missing to send mail. */
export const mailCheck = queryOf('GET /api/newsroom/mail-check');

/** Who is invited to the newsroom and has not accepted. */
export const newsroomInvitations = queryOf('GET /api/newsroom/invitations');

/** How many pitches wait at each stage and for each editor. */
export const newsroomDesk = queryOf('GET /api/newsroom/desk');

/** How many pieces each list has that a filter leaves. */
export const newsroomCounts = ({ order: _, ...filter }: PieceFilter = {}) =>
  queryOf('GET /api/newsroom/counts', { query: { ...filter, ...stageIn(filter) } });

/** Who did what, newest first; before a position, where that is given. */
export const audit = (filter: AuditFilters, before?: string) =>
  rowsOf('GET /api/audit', { query: { ...filter, before } });

export const auditFile = (filter: AuditFilters) => withQuery('/api/audit.csv', filter);

/** The versions of a piece, newest first; those older than revision `before`, those that added or removed `words`. */
export const history = ({ kind, id }: Piece, before?: number, words?: string) =>
  rowsOf(`GET /api/${kind}/:id/history` as const, { params: { id }, query: { before, words } });

/** The whole text as of a version, and what it changed; or how it differs from version `against`. */
export const historyVersion = ({ kind, id }: Piece, revision: number, against?: number) =>
  queryOf(`GET /api/${kind}/:id/history/:revision` as const, {
    params: { id, revision },
    query: { against },
  });

/** Vike leaves folders that are called `pages` out of addresses. */
export const historyHref = ({ kind, id }: Piece): string =>
  `/admin/${kind === 'pages' ? 'texts' : kind}/${encodeURIComponent(id)}/history`;

/** The other side of an article's debate, whatever became of it. */
export const opposingSide = (id: number) => queryOf('GET /api/articles/:id/opposing', { params: { id } });

/** What worries writers, newest first. */
export const concerns = queryOf('GET /api/newsroom/concerns');

/** Takes the name off an article. */
export const unnameArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/unname', { params: { id } });

/** Removes an article for good that its writer has hidden. */
export const removeArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/remove', { params: { id } });

/** Erases an article for good that readers do not see, and the pitch that it came from. */
export const eraseArticle = (id: number) =>
  apiClient.request('POST /api/articles/:id/erase', { params: { id } });

export const deletePiece = ({ kind, id }: Piece & { readonly kind: 'articles' | 'submissions' }) =>
  apiClient.request(`DELETE /api/${kind}/:id` as const, { params: { id } });

/** Restores a deleted piece as it was, or a version of a piece, deleted or not: all of it, or some fields. */
export function restorePiece({ kind, id }: Piece, revision?: number, fields?: readonly string[]) {
  const options = <Name extends string>(names: readonly Name[]) => ({
    params: { id },
    ...(revision === undefined
      ? {}
      : { body: { revision, ...(fields && { fields: names.filter((name) => fields.includes(name)) }) } }),
  });
  switch (kind) {
    case 'articles':
      return apiClient.request('POST /api/articles/:id/restore', options(fieldNames(articleFields)));
    case 'submissions':
      return apiClient.request('POST /api/submissions/:id/restore', options(fieldNames(submissionFields)));
    case 'issues':
      if (revision === undefined) throw new Error('No issue is ever deleted');
      return apiClient.request('POST /api/issues/:id/restore', { params: { id }, body: { revision } });
    case 'pages':
      if (revision === undefined) throw new Error('No page is ever deleted');
      return apiClient.request('POST /api/pages/:id/restore', { params: { id }, body: { revision } });
    default:
      return kind satisfies never;
  }
}

/** All issues, drafts and withdrawn ones too, newest first. */
export const allIssues = rowsOf('GET /api/issues', { query: { status: 'all', limit: 50 } });

/** An issue as editors see it, and the ETag with which it is changed. */
export async function readIssue(number: number, signal?: AbortSignal) {
  const path = addressOf('GET /api/issues/:id', { params: { id: number }, query: { status: 'all' } });
  const { data, etag = '*' } = await apiClient.get(path, { signal });
  return { issue: data as Issue, etag };
}

/** An issue as editors see it, to look at. */
export const issueForEditors = (number: number) =>
  queryOf('GET /api/issues/:id', { params: { id: number }, query: { status: 'all' } });

/** The mailings of an issue, newest first. */
export const mailings = (number: number) =>
  queryOf('GET /api/issues/:id/mailings', { params: { id: number } });

/** How far a mailing has come. */
export const mailing = (id: string) => queryOf('GET /api/mailings/:id', { params: { id } });

/** An issue as it would be mailed now. */
export const issueMail = (number: number) => queryOf('GET /api/issues/:id/mail', { params: { id: number } });

/** The same as a page, for a frame. */
export const issueMailFrame = (number: number) =>
  addressOf('GET /api/issues/:id/mail/html', { params: { id: number } });

export type PieceFields = Readonly<Record<string, unknown>>;

/** The current article, pitch or page with its ETag, for conditional writes; null where it is deleted. */
export type TaggedPiece =
  | (Pick<ApiAnswer, 'topics'> & { readonly row: PieceFields; readonly etag: string })
  | null;

export const piecePath = ({ kind, id }: Piece) =>
  addressOf(`GET /api/${kind}/:id` as const, { params: { id } });

/** Reads what is about to be edited. Rejects with `ApiError`, but for a 404. */
export async function readPiece(path: string, signal?: AbortSignal): Promise<TaggedPiece> {
  try {
    const { data, etag = '*', topics } = await apiClient.get(path, { signal });
    return { row: data as PieceFields, etag, topics };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
