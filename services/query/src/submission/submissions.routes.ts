import {
  defaultSubmissionLimit,
  freshForHeader,
  parseSubmissionId,
  revisionEtag,
  toSubmission,
} from '@journal/contracts';
import { consentMark } from '@journal/events/fields';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { isAbleTo, reviewerOf, signedInAccount } from '../account/access.ts';
import { patternsOf } from '../database.ts';
import { differences } from '../history/differences.ts';
import { createHistoryStore, pitchTextHistory } from '../history/history.store.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, nextLink, sendPrivate, splitPage } from '../response/response.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import { disclosureDelay, showOwn } from './own-submission.ts';
import { placeOf } from './submission-selection.ts';
import {
  type AddressedSubmission,
  bylineIn,
  createSubmissionsStore,
  type OwnStoredSubmission,
  type StoredSubmission,
} from './submissions.store.ts';

/** Returns how pitches are shown to the caller: not everybody may see the addresses of writers. */
const shownTo = (request: FastifyRequest, consentAge: number | undefined) => {
  const seesAddresses = isAbleTo(request, 'read-addresses');
  return (row: AddressedSubmission) =>
    toSubmission(
      { ...row, byline: bylineIn(row), ...consentMark(row, consentAge) },
      seesAddresses ? row.email : null,
    );
};

/**
 * Returns the header with the seconds for which these pitches stay as their writer sees them; none if that is unknown.
 */
function freshness(rows: readonly OwnStoredSubmission[]): { [freshForHeader]?: number } {
  const waits = rows.map(disclosureDelay).filter((wait) => wait > 0);
  return waits.length > 0 ? { [freshForHeader]: Math.ceil(Math.min(...waits) / 1_000) } : {};
}

/**
 * `GET /api/submissions` and `/api/submissions/:id` for the newsroom, and `/api/submissions/mine`, `/mine/:id` and
 * `/mine/:id/differences` for signed-in users. A write accepts the ETag of a single pitch in If-Match.
 */
export const submissionRoutes: Resource = async (app, context) => {
  const { pool, submissionsModel, accountsModel, articlesModel, commentsModel } = context;
  const { CONSENT_AGE: consentAge } = context.config;
  const showOwnHere = (row: OwnStoredSubmission) => showOwn(row, consentAge);
  const store = createSubmissionsStore(pool);
  const texts = createHistoryStore(pool, pitchTextHistory);
  const reads = [submissionsModel, accountsModel];
  const config = { reads };
  // Includes the state of the article, and the comments that await an answer.
  const ownReads = [...reads, articlesModel, commentsModel];
  const own = { config: { reads: ownReads } };

  /** Throws `submission-not-found` if the pitch is not the signed-in user's. */
  async function ownPitch(request: FastifyRequest<{ Params: { id: string } }>) {
    const { user } = signedInAccount(request);
    const id = parseSubmissionId(request.params.id);
    const row = id === undefined ? undefined : await store.ownOne(user.id, id);
    if (!row) throw new ProblemError('submission-not-found');
    return row;
  }

  registerRoute(app, 'GET /api/submissions', { config }, async (request, reply) => {
    const { status = 'pending', q, ...selection } = request.query;
    const limit = Number(request.query.limit ?? defaultSubmissionLimit);
    const position = lowestOf(reads);
    const narrowed = { ...selection, status, patterns: patternsOf(q), reviewerId: reviewerOf(request) };
    const found = await store.list(narrowed, limit + 1);
    const { page, last } = splitPage(found, limit);
    const after = last && placeOf(last, selection.order);
    const link = after && nextLink('/api/submissions', { ...request.query, after });
    return sendPrivate(request, reply, position, jsonResponse(page.map(shownTo(request, consentAge)), link));
  });

  registerRoute(app, 'GET /api/submissions/mine', own, async (request, reply) => {
    const { user } = signedInAccount(request);
    const limit = Number(request.query.limit ?? defaultSubmissionLimit);
    const position = lowestOf(ownReads);
    const found = await store.own(user.id, request.query.after, limit + 1);
    const { page, last } = splitPage(found, limit);
    const link = last && nextLink('/api/submissions/mine', { ...request.query, after: last.position });
    reply.headers(freshness(page));
    return sendPrivate(request, reply, position, jsonResponse(page.map(showOwnHere), link));
  });

  registerRoute(app, 'GET /api/submissions/mine/:id', own, async (request, reply) => {
    const position = lowestOf(ownReads);
    const row = await ownPitch(request);
    reply.headers(freshness([row]));
    return sendPrivate(request, reply, position, taggedResponse(row, showOwnHere));
  });

  registerRoute(app, 'GET /api/submissions/mine/:id/differences', { config }, async (request, reply) => {
    const position = lowestOf(reads);
    const pitch = await ownPitch(request);
    const { sent, published } = await store.sentAndPublished(pitch);
    if (published === undefined) throw new ProblemError('version-not-found');
    const { own, other } = await texts.asOf(pitch.id, published, sent);
    const changed = await differences(other, own, pitch.userId);
    return sendPrivate(request, reply, position, jsonResponse(changed));
  });

  registerRoute(app, 'GET /api/submissions/:id', { config }, async (request, reply) => {
    const id = parseSubmissionId(request.params.id);
    const position = lowestOf(reads);
    const row = id === undefined ? undefined : await store.submission(id, reviewerOf(request));
    return sendPrivate(request, reply, position, taggedResponse(row, shownTo(request, consentAge)));
  });
};

/** Throws `submission-not-found` if there is no row. */
function taggedResponse<Row extends StoredSubmission>(row: Row | undefined, shown: (row: Row) => object) {
  if (!row) throw new ProblemError('submission-not-found');
  const json = JSON.stringify(shown(row));
  return { body: Buffer.from(json), etag: revisionEtag(row.revision, json), link: undefined };
}
