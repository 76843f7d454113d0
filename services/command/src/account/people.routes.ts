import { RevisionConflict } from '@journal/event-store';
import { administratorsStream, type JournalEventOf } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { Parts, RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, type Written } from '../writing/decide-and-append.ts';
import { type RequestContext, stepOf } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { accountOf, loadAccount } from './account.ts';
import { grantAdministrator } from './administrator.ts';

/** The routes by which administrators make others administrators, and take their rights. */
export function registerPeopleRoutes(app: Server, parts: RouteParts): void {
  const { keys } = parts;
  const options = { bodyLimit: 4 * 1024, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/newsroom/administrators', options, async (request, reply) => {
    const context = contextOf(request, keys);
    const granted = await grantAdministrator(parts, request.body.email, context, { onlyConfirmed: true });
    return sendDone(reply, granted.position);
  });

  registerRoute(
    app,
    'DELETE /api/newsroom/administrators/:userId',
    { preValidation: refuseBody },
    async (request, reply) => {
      const people = { userId: request.params.userId, by: signedInUser(request) };
      return sendDone(reply, (await removeAdministrator(parts, people, contextOf(request, keys))).position);
    },
  );
}

/**
 * Takes a user's rights on behalf of another administrator, who keeps theirs: so there is always one, also where two take
 * each other's at once. Rejects with `not-allowed` where `by` is none any more by then.
 */
async function removeAdministrator(
  { log }: Pick<Parts, 'log'>,
  { userId, by }: { readonly userId: string; readonly by: string },
  context: RequestContext,
): Promise<Written<AccountState>> {
  if (userId === by) throw new CommandRejected('own-rights');
  const revoke = (removal: JournalEventOf<'AdministratorRemovalDecided'>['data']) => {
    const command = { type: 'RevokeAdmin', userId: removal.userId, upTo: removal.revision } as const;
    return decideAndAppend(log, accountDecider, command, stepOf(context, `revoke ${removal.userId}`));
  };
  for (;;) {
    const last = (await log.read(administratorsStream)).at(-1);
    // Whoever decided it may not have carried it out yet, or never will.
    if (last?.type === 'AdministratorRemovalDecided') await revoke(last.data);
    const [own, other] = await Promise.all([loadAccount(log, by), loadAccount(log, userId)]);
    if (!accountOf(own.state)?.isAdmin) throw new ProblemError('not-allowed');
    const account = accountOf(other.state);
    if (!account) throw new CommandRejected('user-not-found');
    if (!account.isAdmin) return other;
    const data = { userId, revision: other.state.revision };
    const removal = {
      id: context.ids('removal'),
      event: { type: 'AdministratorRemovalDecided', data },
    } as const;
    try {
      await log.append(administratorsStream, [removal], last ? last.revision : 'none', context);
      return await revoke(data);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}
