import { type AccountExport, isEmail, normaliseEmail, type SessionUser } from '@journal/contracts';
import { type CommandTransport, ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '../resource.ts';
import { isBehind } from '../tracker/read-your-writes.ts';
import { signedInAccount } from './access.ts';
import { createExportStore } from './export.store.ts';

/** Who is given what is held: the person, or a program of the operator's. */
type Recipient = { readonly id: string; readonly role: 'writer' | 'admin' | 'service' };

/** Milliseconds for the command side's answer. */
const recordTimeout = 5_000;

/** `GET /api/me/export` and `GET /api/operations/users/export?email=`: all that is held about a person, to keep. */
export const exportRoutes: Resource = async (app, context) => {
  const { accounts, config } = context;
  const store = createExportStore(context.pool, context.schemas);
  const record = recordExport(context.command, config.SERVICE_TOKEN);
  const reads = [context.accountsModel, context.articlesModel, context.submissionsModel];

  /**
   * A document that lacks what the person has just written is none: 503. Nor is one given out that the audit would not
   * know of.
   */
  async function send(request: FastifyRequest, reply: FastifyReply, user: SessionUser, to: Recipient) {
    if (isBehind(request)) throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
    const held = await store.heldAbout(user.id);
    await record(user.id, to, request.id);
    const document: AccountExport = { exportedAt: new Date().toISOString(), account: user, ...held };
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="journal-account.json"',
        'content-type': 'application/json; charset=utf-8',
      })
      .send(JSON.stringify(document, null, 2));
  }

  registerRoute(app, 'GET /api/me/export', { config: { reads } }, async (request, reply) => {
    const { user } = signedInAccount(request);
    return send(request, reply, user, { id: user.id, role: user.isAdmin ? 'admin' : 'writer' });
  });

  registerRoute(app, 'GET /api/operations/users/export', { config: { reads } }, async (request, reply) => {
    const email = normaliseEmail(request.query.email);
    const account = isEmail(email) ? await accounts.accountByEmail(email) : undefined;
    if (!account) throw new ProblemError('user-not-found');
    return send(request, reply, account.user, { id: 'service', role: 'service' });
  });
};

/**
 * Returns a function that has the command side, which alone writes, record that everything about a user is handed out.
 * It rejects with `unavailable` where that could not be recorded.
 */
function recordExport(command: CommandTransport, serviceToken: string) {
  const unavailable = (cause: unknown) =>
    new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });

  return async (userId: string, to: Recipient, requestId: string): Promise<void> => {
    const answer = await command
      .post(`/api/operations/users/${encodeURIComponent(userId)}/exports`, {
        headers: {
          authorization: `Bearer ${serviceToken}`,
          'content-type': 'application/json',
          'x-request-id': requestId,
        },
        body: JSON.stringify({ actor: to }),
        signal: AbortSignal.timeout(recordTimeout),
      })
      .catch((cause: unknown) => {
        throw unavailable(cause);
      });
    if (answer.status < 200 || answer.status > 299) throw unavailable(new Error(`It says ${answer.status}`));
  };
}
