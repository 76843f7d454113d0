import { type Message, positionHeader } from '@journal/contracts';
import { invalidField, registerRoute, type Server } from '@journal/service-kit';
import { accountOf, loadAccount } from '../account/account.ts';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import {
  changeConsent,
  followConsent,
  readConsentLink,
  readConsentRequest,
  requestExpiryCutoff,
} from './consent.handlers.ts';

const bodyLimit = 4 * 1024;
const answered: Message = { message: 'Thank you. Your answer has been recorded.' };
const asked: Message = { message: 'The message with the link is on its way.' };

/** Registers the routes by which writers ask a parent or guardian for consent, and by which the guardian answers. */
export function registerConsentRoutes(app: Server, parts: RouteParts): void {
  const { log, hash, keys, limits, consentAge } = parts;

  const asking = { bodyLimit, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/me/consent', asking, async (request, reply) => {
    const userId = signedInUser(request);
    // Otherwise this would be a way to mail strangers in the journal's name.
    if (consentAge === undefined) throw new CommandRejected('consent-not-needed');
    const { email } = request.body;
    const account = accountOf((await loadAccount(log, userId)).state);
    if (account?.emailHash === (await hash('email', email)))
      throw invalidField(
        'email',
        'This is your own address. Please enter the address of your parent or guardian.',
      );
    // Before the limits: anybody can open accounts, and must not use up the requests to another child's guardian.
    if (account?.isConfirmed === false) throw new CommandRejected('own-email-unconfirmed');
    await limits.take(request, 'guardian', userId);
    await limits.take(request, 'askedGuardian', email);
    const context = await contextOf(request, keys);
    const guardianId = context.ids('guardian');
    const command = { type: 'AskGuardian', userId, guardianId, email } as const;
    const { position } = await changeConsent(parts, command, context);
    reply.code(202).headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return asked;
  });

  registerRoute(app, 'POST /api/consent', { bodyLimit }, async (request, reply) => {
    const { token, answer } = request.body;
    const link = await readConsentLink(parts, token);
    const type = answer === 'yes' ? 'GiveConsent' : 'RefuseConsent';
    const command = { type, ...link, askedBefore: requestExpiryCutoff(parts) } as const;
    const { position } = await changeConsent(parts, command, await contextOf(request, keys));
    reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return answered;
  });

  registerRoute(app, 'POST /api/operations/consents', {}, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return readConsentRequest(parts, request.body.token);
  });

  const bodiless = { preValidation: refuseBody };
  const ending = 'POST /api/operations/consents/:id/end-unanswered';
  registerRoute(app, ending, bodiless, async (request, reply) => {
    const command = {
      type: 'EndUnanswered',
      userId: request.params.id,
      askedBefore: requestExpiryCutoff(parts),
    } as const;
    return sendDone(reply, (await changeConsent(parts, command, await contextOf(request, keys))).position);
  });

  const following = 'POST /api/operations/articles/:id/follow-consent';
  registerRoute(app, following, bodiless, async (request, reply) => {
    await followConsent(parts, Number(request.params.id));
    return reply.code(204).send();
  });
}
