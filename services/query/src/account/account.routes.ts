import {
  type AccountExport,
  type AccountSettings,
  ApiError,
  type EmailStatus,
  isEmail,
  newsletterPages,
  normaliseEmail,
  type OwnPasskeys,
  type OwnSession,
  parseDraftTarget,
  passkeyHeader,
  passwordMinutesHeader,
  type SessionUser,
} from '@journal/contracts';
import { isPasskeyTrial, may, type Role } from '@journal/events/fields';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { passwordMinutesOf, sessionOf, slideSession } from '@journal/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readDrafts } from '../draft/draft.routes.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, sendPrivate } from '../response/response.ts';
import { isBehind } from '../tracker/read-your-writes.ts';
import { isPasskeyAwaited, readSessionAccount, signedInAccount } from './access.ts';
import { createExportStore } from './export.store.ts';

/** Recipient of an export: the person, or one of the operator's programs. */
type Recipient = { readonly id: string; readonly role: 'writer' | Role | 'service' };

/**
 * `GET /api/auth/session`, `/api/me/email`, `/api/me/settings`, `/api/me/sessions`, `/api/me/passkeys`,
 * `/api/newsroom/people` and `/api/newsletter/unsubscribe`, and the exports of an account.
 */
export const accountRoutes: Resource = async (app, context) => {
  const { accounts, command, accountsModel, sessionsModel, passkeysModel } = context;
  const { articlesModel, submissionsModel, commentsModel } = context;
  const store = createExportStore(context.pool);
  const ofPieces = [articlesModel, submissionsModel, commentsModel];
  const ofExports = { reads: [accountsModel, sessionsModel, passkeysModel, ...ofPieces] };

  // The signed-in user, or null. Using a session extends it.
  registerRoute(
    app,
    'GET /api/auth/session',
    { config: { reads: [accountsModel] } },
    async (request, reply) => {
      const account = await readSessionAccount(context, request);
      if (account) slideSession(request);
      const minutes = account && passwordMinutesOf(request, new Date());
      if (minutes !== undefined) reply.header(passwordMinutesHeader, minutes);
      if (account && isPasskeyAwaited(context, request, account)) reply.header(passkeyHeader, 'required');
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
      return JSON.stringify(account?.user ?? null);
    },
  );

  // Mail programs without support for one-click unsubscribe open its address in a browser. It redirects to the page
  // that asks for confirmation. Reading changes nothing.
  registerRoute(app, 'GET /api/newsletter/unsubscribe', {}, async ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${newsletterPages.unsubscribe}?token=${encodeURIComponent(query.token)}`, 303),
  );

  registerRoute(
    app,
    'GET /api/me/email',
    { config: { reads: [accountsModel] } },
    async (request, reply): Promise<EmailStatus> => {
      reply.header('cache-control', 'no-store');
      return { confirmedAt: await accounts.emailConfirmedAt(signedInAccount(request).user.id) };
    },
  );

  registerRoute(
    app,
    'GET /api/me/settings',
    { config: { reads: [accountsModel] } },
    async (request, reply): Promise<AccountSettings> => {
      reply.header('cache-control', 'no-store');
      return accounts.settings(signedInAccount(request).user.id);
    },
  );

  registerRoute(
    app,
    'GET /api/me/sessions',
    { config: { reads: [accountsModel, sessionsModel] } },
    async (request, reply): Promise<OwnSession[]> => {
      reply.header('cache-control', 'no-store');
      const all = await accounts.sessions(signedInAccount(request).user.id);
      const current = sessionOf(request)?.id;
      return all.map((session) => ({ ...session, isCurrent: session.id === current }));
    },
  );

  registerRoute(
    app,
    'GET /api/me/passkeys',
    { config: { reads: [accountsModel, passkeysModel] } },
    async (request, reply): Promise<OwnPasskeys> => {
      reply.header('cache-control', 'no-store');
      const { id } = signedInAccount(request).user;
      const [passkeys, held, codesLeft] = await Promise.all([
        accounts.passkeys(id),
        accounts.heldPasskeys(id),
        accounts.recoveryCodesLeft(id),
      ]);
      return {
        passkeys,
        recoveryCodesLeft: passkeys.length > 0 ? codesLeft : 0,
        isProven: sessionOf(request)?.byPasskey === true,
        isOnTrial: isPasskeyTrial(held, Date.now()),
      };
    },
  );

  registerRoute(
    app,
    'GET /api/newsroom/people',
    { config: { reads: [accountsModel] } },
    async (request, reply) =>
      sendPrivate(request, reply, accountsModel.position, jsonResponse(await accounts.people())),
  );

  // Everything stored about a person, for the person and for the operator's programs. Each export is recorded in the
  // audit, so pages of other sites must not be able to cause one.
  registerRoute(app, 'GET /api/me/export', { config: ofExports }, async (request, reply) => {
    const site = request.headers['sec-fetch-site'] ?? 'none';
    if (site !== 'same-origin' && site !== 'none') throw new ProblemError('other-origin');
    const account = signedInAccount(request);
    const { user } = account;
    const edits = may(user.roles, 'edit-articles') && !isPasskeyAwaited(context, request, account);
    return sendExport(request, reply, { user, edits }, { id: user.id, role: user.roles[0] ?? 'writer' });
  });

  registerRoute(app, 'GET /api/operations/users/export', { config: ofExports }, async (request, reply) => {
    const email = normaliseEmail(request.query.email);
    const account = isEmail(email) ? await accounts.accountByEmail(email) : undefined;
    if (!account) throw new ProblemError('user-not-found');
    const { user } = account;
    const edits = may(user.roles, 'edit-articles');
    return sendExport(request, reply, { user, edits }, { id: 'service', role: 'service' });
  });

  /**
   * Answers 503 while the tables lack what the person has just written, and if the audit can't record the export; 429
   * if the command side does. `edits`: whether they may edit articles. Drafts of articles belong to the journal.
   */
  async function sendExport(
    request: FastifyRequest,
    reply: FastifyReply,
    { user, edits }: { readonly user: SessionUser; readonly edits: boolean },
    actor: Recipient,
  ) {
    if (isBehind(request)) throw new ProblemError('unavailable', { headers: { 'retry-after': '1' } });
    const [settings, consent, sessions, passkeys, stored, drafts] = await Promise.all([
      accounts.settings(user.id),
      accounts.consent(user.id),
      accounts.sessions(user.id),
      accounts.passkeys(user.id),
      // Operators verify who asks them.
      store.storedAbout(user.id, actor.role === 'service'),
      readDrafts(command, request, user.id),
    ]);
    await command
      .request('POST /api/operations/users/:userId/exports', {
        params: { userId: user.id },
        body: { actor },
        requestId: request.id,
        repeatable: true,
      })
      .catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.code === 'too-many-requests')
          throw new ProblemError(cause.code, {
            message: cause.problem?.message ?? '',
            headers: { 'retry-after': cause.retryAfter ?? '60' },
          });
        throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
      });
    const document: AccountExport = {
      exportedAt: new Date().toISOString(),
      account: user,
      settings,
      consent,
      sessions,
      passkeys,
      ...stored,
      drafts: drafts.filter(({ target }) => edits || parseDraftTarget(target)?.kind !== 'article'),
    };
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="journal-account.json"',
        'content-type': 'application/json; charset=utf-8',
      })
      .send(JSON.stringify(document, null, 2));
  }
};
