import { positionHeader } from '@journal/contracts';
import { submissionStream } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import { recordAddressLookUp } from '../account/account.handlers.ts';
import { accountOf, loadAccount } from '../account/account.ts';
import { contextOf, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { fold } from '../writing/decide-and-append.ts';
import { submissionDecider } from './submission.decider.ts';

/** Registers the route that discloses a writer's address to safeguarding users. Nothing is disclosed unrecorded. */
export function registerAddressRoutes(app: Server, parts: RouteParts): void {
  const { log, keys } = parts;
  const bodiless = { preValidation: refuseBody };
  registerRoute(app, 'POST /api/submissions/:id/look-up-address', bodiless, async (request, reply) => {
    const { id: submissionId } = request.params;
    const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
    const userId = state.status === 'missing' ? undefined : state.userId;
    const account = userId === undefined ? undefined : accountOf((await loadAccount(log, userId)).state);
    if (!account?.profile) throw new CommandRejected('submission-not-found');
    const about = { userId: account.userId, submissionId };
    const { position } = await recordAddressLookUp(parts, about, await contextOf(request, keys));
    reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return { email: account.profile.email };
  });
}
