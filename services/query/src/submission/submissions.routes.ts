import {
  defaultSubmissionLimit,
  freshForHeader,
  type OwnSubmission,
  parseSubmissionId,
  revisionEtag,
  toOwnSubmission,
  toSubmission,
  undoPeriod,
} from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { signedInAccount } from '../account/access.ts';
import { patternsOf } from '../database.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, nextLink, sendPrivate, splitPage } from '../response/response.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import {
  type AddressedSubmission,
  createSubmissionsStore,
  type OwnStoredSubmission,
  placeOf,
  type StoredSubmission,
} from './submissions.store.ts';

const show = (row: AddressedSubmission) => toSubmission(row, row.email);

/** Milliseconds until the writer is told that this pitch was declined or deleted; 0 or less where nothing is kept from them. */
const untilTold = ({ status, changedAt }: OwnStoredSubmission) =>
  status === 'deleted' || status === 'declined' ? Date.parse(changedAt) + undoPeriod - Date.now() : 0;

/** Returns the pitch as its writer knows it: as it was before, while what ended it can be undone unnoticed. */
function showOwn(row: OwnStoredSubmission) {
  const isKept = untilTold(row) > 0;
  const steps = withoutUndone(isKept ? row.steps.slice(0, -1) : row.steps);
  return toOwnSubmission({ ...row, ...(isKept ? { status: 'pending' } : {}), steps });
}

const undoes: Readonly<Record<string, string>> = {
  SubmissionRestored: 'SubmissionDeleted',
  SubmissionReopened: 'SubmissionDeclined',
};

/** Returns what happened to a pitch without what was undone before its writer was told. */
function withoutUndone(steps: OwnSubmission['steps']): OwnSubmission['steps'] {
  const told: OwnSubmission['steps'] = [];
  for (const step of steps) {
    const last = told.at(-1);
    const isUndone = last !== undefined && undoes[step.event] === last.event;
    if (isUndone && Date.parse(step.at) - Date.parse(last.at) < undoPeriod) told.pop();
    else told.push(step);
  }
  return told;
}

/**
 * `GET /api/submissions` and `/api/submissions/:id` for the newsroom, and `/api/submissions/mine` and
 * `/api/submissions/mine/:id` for whoever is signed in. The ETag of one is the one that a write with If-Match takes.
 */
export const submissionRoutes: Resource = async (app, { pool, submissionsModel, accountsModel }) => {
  const store = createSubmissionsStore(pool);
  const reads = [submissionsModel, accountsModel];
  const config = { reads };

  registerRoute(app, 'GET /api/submissions', { config }, async (request, reply) => {
    const { status = 'pending', q, ...selection } = request.query;
    const limit = Number(request.query.limit ?? defaultSubmissionLimit);
    const position = lowestOf(reads);
    const found = await store.list({ ...selection, status, patterns: patternsOf(q) }, limit + 1);
    const { page, last } = splitPage(found, limit);
    const after = last && placeOf(last, selection.order);
    const link = after && nextLink('/api/submissions', { ...request.query, after });
    return sendPrivate(request, reply, position, jsonResponse(page.map(show), link));
  });

  registerRoute(app, 'GET /api/submissions/mine', { config }, async (request, reply) => {
    const { user } = signedInAccount(request);
    const limit = Number(request.query.limit ?? defaultSubmissionLimit);
    const position = lowestOf(reads);
    const found = await store.own(user.id, request.query.after, limit + 1);
    const { page, last } = splitPage(found, limit);
    const link = last && nextLink('/api/submissions/mine', { ...request.query, after: last.position });
    const waits = page.map(untilTold).filter((wait) => wait > 0);
    if (waits.length > 0) reply.header(freshForHeader, Math.ceil(Math.min(...waits) / 1_000));
    return sendPrivate(request, reply, position, jsonResponse(page.map(showOwn), link));
  });

  registerRoute(app, 'GET /api/submissions/mine/:id', { config }, async (request, reply) => {
    const { user } = signedInAccount(request);
    const id = parseSubmissionId(request.params.id);
    const position = lowestOf(reads);
    const row = id === undefined ? undefined : await store.ownOne(user.id, id);
    return sendPrivate(request, reply, position, taggedResponse(row, showOwn));
  });

  registerRoute(app, 'GET /api/submissions/:id', { config }, async (request, reply) => {
    const id = parseSubmissionId(request.params.id);
    const position = lowestOf(reads);
    const row = id === undefined ? undefined : await store.submission(id);
    return sendPrivate(request, reply, position, taggedResponse(row, show));
  });
};

/** Throws `submission-not-found` where there is no row. */
function taggedResponse<Row extends StoredSubmission>(row: Row | undefined, shown: (row: Row) => object) {
  if (!row) throw new ProblemError('submission-not-found');
  const json = JSON.stringify(shown(row));
  return { body: Buffer.from(json), etag: revisionEtag(row.revision, json), link: undefined };
}
