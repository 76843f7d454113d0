import { type AccountExport, accountExportPath, isEmail, normaliseEmail } from '@journal/contracts';
import { ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isBehind } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { StoredAccount } from './accounts.store.ts';
import type { ExportStore } from './export.store.ts';
import type { ExportedSubmissions } from './exported-submissions.ts';
import { operatorAsRecipient, type Recipient, type RecordExport, userAsRecipient } from './record-export.ts';
import { type SessionParts, signedInAccount } from './session-account.ts';

export type ExportParts = SessionParts & {
  readonly exports: ExportStore & ExportedSubmissions;
  /** Of the articles' tables. */
  readonly readSide: TrackedModel;
  /** Of the tables of pitches. */
  readonly submissionsSide: TrackedModel;
  readonly serviceToken: string;
  readonly record: RecordExport;
};

const NoQuery = Type.Object({}, { additionalProperties: false });
const ByEmail = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 1_000, message: 'Say whose account it is' }) },
  { additionalProperties: false },
);

/** `GET /api/me/export` and `GET /api/operations/users/export?email=`: all that is held about a person, to keep. */
export function registerExports(app: Server, parts: ExportParts): void {
  const config = { reads: [parts.accountsSide, parts.readSide, parts.submissionsSide] };

  app.get(accountExportPath, { schema: { querystring: NoQuery }, config }, async (request, reply) => {
    const account = await signedInAccount(parts, request);
    return sendExport(parts, request, reply, account, userAsRecipient(account.user));
  });

  app.get(
    '/api/operations/users/export',
    { schema: { querystring: ByEmail }, config, onRequest: requireServiceToken(parts.serviceToken) },
    async (request, reply) => {
      const email = normaliseEmail(request.query.email);
      const account = isEmail(email) ? await parts.accounts.accountByEmail(email) : undefined;
      if (!account) throw new ProblemError('user-not-found');
      return sendExport(parts, request, reply, account, operatorAsRecipient);
    },
  );
}

/**
 * A document that lacks what the person has just written is none: 503. Nor is one given out that the audit would not
 * know of.
 */
async function sendExport(
  { exports, record }: ExportParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { user }: StoredAccount,
  to: Recipient,
) {
  if (isBehind(request)) throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
  const [events, articles, submissions, newsletter] = await Promise.all([
    exports.events(user.id),
    exports.articles(user.id),
    exports.submissions(user.id),
    exports.newsletter(user.id),
  ]);
  await record(user.id, to, request.id);
  const exportedAt = new Date().toISOString();
  const held: AccountExport = { exportedAt, account: user, events, articles, submissions, newsletter };
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="journal-account.json"',
      'content-type': 'application/json; charset=utf-8',
    })
    .send(JSON.stringify(held, null, 2));
}
