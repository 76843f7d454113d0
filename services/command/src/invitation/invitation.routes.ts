import { type Message, positionHeader } from '@journal/contracts';
import { createSubscriptionLinks, retention } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import { accountOf, loadAccount } from '../account/account.ts';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { acceptInvitation, changeInvitation, endExpired, finishAccepting } from './invitations.ts';

const bodyLimit = 4 * 1024;
const accepted: Message = { message: 'Welcome to the newsroom!' };

/** Registers the routes by which administrators invite an address to a role, and by which its owner accepts. */
export function registerInvitationRoutes(app: Server, parts: RouteParts): void {
  const { log, hash, keys, limits, now } = parts;
  const links = createSubscriptionLinks(hash);

  const sending = { bodyLimit, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/newsroom/invitations', sending, async (request, reply) => {
    const { email, role } = request.body;
    const by = signedInUser(request);
    const emailHash = await hash('email', email);
    if (accountOf((await loadAccount(log, by)).state)?.emailHash === emailHash)
      throw new CommandRejected('own-rights');
    await limits.take(request, 'invitation', by);
    const context = await contextOf(request, keys);
    const expiresAt = new Date(now().getTime() + retention.openInvitation.lifetime).toISOString();
    const invitationId = context.ids('invitation');
    const command = { type: 'SendInvitation', emailHash, email, role, invitationId, expiresAt } as const;
    return sendDone(reply, (await changeInvitation(parts, command, context)).position);
  });

  const plain = { preValidation: refuseBody };
  registerRoute(app, 'DELETE /api/newsroom/invitations/:id', plain, async (request, reply) => {
    const command = { type: 'RevokeInvitation', emailHash: request.params.id } as const;
    const { position } = await changeInvitation(parts, command, await contextOf(request, keys));
    return sendDone(reply, position);
  });

  registerRoute(app, 'POST /api/me/invitation', { bodyLimit }, async (request, reply) => {
    const link = await links.readInvitation(request.body.token);
    if (!link) throw new CommandRejected('link-void');
    const { hash: emailHash, invitationId } = link;
    const what = { emailHash, invitationId, userId: signedInUser(request) };
    const { position } = await acceptInvitation(parts, what, await contextOf(request, keys));
    reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return accepted;
  });

  const finishing = 'POST /api/operations/invitations/:id/finish-accepting';
  registerRoute(app, finishing, plain, async (request, reply) => {
    await finishAccepting(parts, request.params.id, await contextOf(request, keys));
    return reply.code(204).send();
  });

  const ending = 'POST /api/operations/invitations/:id/end-expired';
  registerRoute(app, ending, plain, async (request, reply) => {
    const { position } = await endExpired(parts, request.params.id, await contextOf(request, keys));
    return sendDone(reply, position);
  });
}
