import { type ApiClient, type Draft, draftEtag, type NamedDraft, parseDraftTarget } from '@journal/contracts';
import { may } from '@journal/events/fields';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { isPasskeyAwaited, signedInAccount } from '../account/access.ts';
import type { Resource } from '../resource.ts';

/**
 * `GET /api/me/drafts/:target`. The command service answers it: only it has the keys, and it already has what was
 * saved a moment ago on another device.
 */
export const draftRoutes: Resource = async (app, context) => {
  const { command, accountsModel } = context;
  const config = { reads: [accountsModel] };
  registerRoute(app, 'GET /api/me/drafts/:target', { config }, async (request, reply) => {
    const account = signedInAccount(request);
    const { user } = account;
    const { target } = request.params;
    const parsed = parseDraftTarget(target);
    if (!parsed) throw new ProblemError('not-found');
    if (parsed.kind === 'article') {
      if (!may(user.roles, 'edit-articles')) throw new ProblemError('not-allowed');
      if (isPasskeyAwaited(context, request, account)) throw new ProblemError('passkey-required');
    }
    const [found] = await readDrafts(command, request, user.id, target);
    reply.headers({ 'cache-control': 'no-store', etag: draftEtag(found?.version ?? 0, user.id) });
    const draft: Draft | null = found
      ? { values: found.values, base: found.base, savedAt: found.savedAt }
      : null;
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(draft));
  });
};

/** Resolves with a user's drafts, or only the one for `target`. Throws `unavailable` if they can't be read. */
export async function readDrafts(
  command: ApiClient,
  request: FastifyRequest,
  userId: string,
  target?: string,
): Promise<NamedDraft[]> {
  try {
    const { data } = await command.request('POST /api/operations/users/:userId/drafts', {
      params: { userId },
      query: { target },
      requestId: request.id,
      repeatable: true,
    });
    return data;
  } catch (cause) {
    throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
  }
}
