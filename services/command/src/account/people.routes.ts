import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { accountDecider } from './account.decider.ts';
import { isAdministrator, loadAccount } from './account.ts';
import { grantAdministrator } from './administrator.ts';
import { removeAdministrator } from './administrator-removal.ts';
import { findAccount } from './claims.ts';

/** Registers the routes by which administrators grant roles to others and revoke them. Nobody changes their own. */
export function registerPeopleRoutes(app: Server, parts: RouteParts): void {
  const { log, keys } = parts;
  const bodyLimit = 4 * 1024;
  const normalised = { bodyLimit, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/newsroom/people', normalised, async (request, reply) => {
    const { email, role } = request.body;
    const found = await findAccount(parts, email);
    if (!found) throw new CommandRejected('user-not-found');
    const { userId } = found.account;
    requireAnother(request, userId);
    const context = await contextOf(request, keys);
    const granted =
      role === 'admin'
        ? await grantAdministrator(parts, email, context, { onlyConfirmed: true })
        : await decideAndAppend(log, accountDecider, { type: 'GrantRole', userId, role }, context);
    return sendDone(reply, granted.position);
  });

  registerRoute(app, 'DELETE /api/newsroom/people/:userId', { bodyLimit }, async (request, reply) => {
    const [{ userId }, { role }, by] = [request.params, request.body, signedInUser(request)];
    requireAnother(request, userId);
    // An administrator who revokes another's rights keeps their own, so there is always one.
    const checkRemoval = async () => {
      if (!isAdministrator((await loadAccount(log, by)).state)) throw new ProblemError('not-allowed');
    };
    const context = await contextOf(request, keys);
    const removed =
      role === 'admin'
        ? await removeAdministrator(log, userId, checkRemoval, context)
        : await decideAndAppend(log, accountDecider, { type: 'RevokeRole', userId, role }, context);
    return sendDone(reply, removed.position);
  });
}

function requireAnother(request: FastifyRequest, userId: string): void {
  if (userId === signedInUser(request)) throw new CommandRejected('own-rights');
}
