import { confirmEmailPage, type Message, positionHeader } from '@journal/contracts';
import { createSubscriptionLinks } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import { signedInUser } from '../http/auth.ts';
import { acceptForms, sendSuccess } from '../http/forms.ts';
import { contextOf, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { accountDecider } from './account.decider.ts';

const confirmed: Message = { message: 'Your email address is confirmed. Thank you!' };
const requested: Message = { message: 'The message with the link is on its way.' };
const bodyLimit = 4 * 1024;

/** Registers the routes by which users confirm that they read the mail of their address. Both are idempotent. */
export async function registerEmailRoutes(app: Server, parts: RouteParts): Promise<void> {
  const { log, hash, keys, limits } = parts;
  const links = createSubscriptionLinks(hash);

  registerRoute(
    app,
    'POST /api/me/email/confirmation-mail',
    { bodyLimit, preValidation: refuseBody },
    async (request, reply) => {
      const userId = signedInUser(request);
      await limits.take(request, 'confirmation', userId);
      const command = { type: 'RequestEmailConfirmation', userId } as const;
      const { position } = await decideAndAppend(
        log,
        accountDecider,
        command,
        await contextOf(request, keys),
      );
      reply.code(202).headers({ [positionHeader]: position, 'cache-control': 'no-store' });
      return requested;
    },
  );

  await app.register(async (scope) => {
    acceptForms(scope);
    const options = { bodyLimit, config: { page: confirmEmailPage } };
    registerRoute(scope, 'POST /api/auth/email-confirmation', options, async (request, reply) => {
      const link = await links.readAccount(request.body.token);
      if (!link) throw new CommandRejected('link-void');
      const command = { type: 'ConfirmEmail', userId: link.userId, emailHash: link.hash } as const;
      const confirming = decideAndAppend(log, accountDecider, command, await contextOf(request, keys));
      const { position } = await confirming.catch((error: unknown) => {
        throw isRejected(error, 'user-not-found') ? new CommandRejected('link-void') : error;
      });
      return sendSuccess(request, reply.header(positionHeader, position), 200, confirmed);
    });
  });
}
