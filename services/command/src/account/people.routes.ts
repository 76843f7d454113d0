import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { accountOf, loadAccount } from './account.ts';
import { grantAdministrator } from './administrator.ts';
import { removeAdministrator } from './administrator-removal.ts';

/** The routes by which administrators make others administrators, and take their rights. */
export function registerPeopleRoutes(app: Server, parts: RouteParts): void {
  const { log, keys } = parts;
  const options = { bodyLimit: 4 * 1024, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/newsroom/administrators', options, async (request, reply) => {
    const context = await contextOf(request, keys);
    const granted = await grantAdministrator(parts, request.body.email, context, { onlyConfirmed: true });
    return sendDone(reply, granted.position);
  });

  registerRoute(
    app,
    'DELETE /api/newsroom/administrators/:userId',
    { preValidation: refuseBody },
    async (request, reply) => {
      const [userId, by] = [request.params.userId, signedInUser(request)];
      if (userId === by) throw new CommandRejected('own-rights');
      // Whoever takes rights keeps their own: so there is always one.
      const mayBeTaken = async () => {
        if (!accountOf((await loadAccount(log, by)).state)?.isAdmin) throw new ProblemError('not-allowed');
      };
      const context = await contextOf(request, keys);
      return sendDone(reply, (await removeAdministrator(log, userId, mayBeTaken, context)).position);
    },
  );
}
