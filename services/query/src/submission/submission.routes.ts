import {
  defaultSubmissionLimit,
  OwnSubmissionsQuery,
  parseSubmissionId,
  SubmissionListQuery,
  submissionEtag,
  toOwnSubmission,
  toSubmission,
} from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import Type from 'typebox';
import { newsroomOnly } from '../account/newsroom-only.ts';
import { type SessionParts, signedInAccount } from '../account/session-account.ts';
import { nextLink } from '../newsroom/next-link.ts';
import { patternsOf } from '../newsroom/search-words.ts';
import { jsonResponse } from '../response-cache/response-body.ts';
import { sendPrivate } from '../response-cache/send-response.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type AddressedSubmission, type SubmissionsStore, sourceOfSubmission } from './submissions.store.ts';

export type SubmissionParts = SessionParts & {
  readonly submissions: SubmissionsStore;
  /** Of the tables of pitches. */
  readonly submissionsSide: TrackedModel;
  readonly serviceToken: string;
};

const NoQuery = Type.Object({}, { additionalProperties: false });
const show = (row: AddressedSubmission) => toSubmission(sourceOfSubmission(row), row.email);

/**
 * `GET /api/submissions` and `/api/submissions/:id` for the newsroom, and `/api/submissions/mine` for whoever is signed
 * in. The ETag of one is the one that a write with If-Match takes.
 */
export function registerSubmissions(app: Server, parts: SubmissionParts): void {
  const { submissions } = parts;
  const reads = [parts.submissionsSide, parts.accountsSide];
  const config = { reads };
  const access = newsroomOnly(parts, parts.serviceToken);

  app.get<{ Querystring: SubmissionListQuery }>(
    '/api/submissions',
    { schema: { querystring: SubmissionListQuery }, config, ...access },
    async (request, reply) => {
      const { status = 'pending', section, after, q } = request.query;
      const limit = Number(request.query.limit ?? defaultSubmissionLimit);
      const position = lowestOf(reads);
      const found = await submissions.list({ status, section, patterns: patternsOf(q), after }, limit + 1);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const link = last && nextLink('/api/submissions', request.query, last.position);
      return sendPrivate(request, reply, jsonResponse(page.map(show), link), position);
    },
  );

  app.get<{ Querystring: OwnSubmissionsQuery }>(
    '/api/submissions/mine',
    { schema: { querystring: OwnSubmissionsQuery }, config },
    async (request, reply) => {
      const { user } = await signedInAccount(parts, request);
      const limit = Number(request.query.limit ?? defaultSubmissionLimit);
      const position = lowestOf(reads);
      const found = await submissions.own(user.id, request.query.after, limit + 1);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const link = last && nextLink('/api/submissions/mine', request.query, last.position);
      const shown = page.map((row) => toOwnSubmission(sourceOfSubmission(row)));
      return sendPrivate(request, reply, jsonResponse(shown, link), position);
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/submissions/:id',
    { schema: { querystring: NoQuery }, config, ...access },
    async (request, reply) => {
      const id = parseSubmissionId(request.params.id);
      const position = lowestOf(reads);
      const row = id === undefined ? undefined : await submissions.submission(id);
      if (!row) throw new ProblemError('submission-not-found');
      const json = JSON.stringify(show(row));
      const answer = {
        body: Buffer.from(json),
        etag: submissionEtag(row.revision, json),
        link: undefined,
      };
      return sendPrivate(request, reply, answer, position);
    },
  );
}
