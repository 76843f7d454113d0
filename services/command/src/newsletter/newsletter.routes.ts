import {
  type Message,
  newsletterPages,
  positionHeader,
  subscriptionRequestedMessage,
} from '@journal/contracts';
import { createSubscriptionLinks } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone } from '../http/answers.ts';
import { acceptForms, formMediaType, sendSuccess } from '../http/forms.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { endSubscription, endUnconfirmed } from './end-subscription.ts';
import { subscriptionDecider } from './subscription.decider.ts';

const requested: Message = { message: subscriptionRequestedMessage };
const confirmed: Message = { message: 'You are subscribed. Welcome!' };
const ended: Message = { message: 'You are unsubscribed, and your address is erased.' };

/** Minimum response time of every request to subscribe, in milliseconds: longer than the work for any address. */
const responseTime = 300;
const maxBodyBytes = 4 * 1024;
/** RFC 8058, 3.2: the field is sent in one of these formats. */
const oneClickMediaTypes = [formMediaType, 'multipart/form-data'];
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?[\s\S]*?\r?\n\r?\nOne-Click\s/;

/**
 * Registers the routes by which readers subscribe, confirm and unsubscribe, as JSON or as plain forms. Each is
 * idempotent without an Idempotency-Key.
 */
export async function registerNewsletterRoutes(app: Server, parts: RouteParts): Promise<void> {
  const { log, hash, keys, limits, now } = parts;
  const links = createSubscriptionLinks(hash);

  async function unsubscribe(token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const link = await links.readUnsubscribe(token);
    if (!link) throw new CommandRejected('link-void');
    const which = { emailHash: link.hash, subscriberId: link.subscriberId };
    const { position } = await endSubscription(parts, which, await contextOf(request, keys));
    reply.header(positionHeader, position);
  }

  const ending = 'POST /api/operations/subscriptions/:id/end-unconfirmed';
  registerRoute(app, ending, { preValidation: refuseBody }, async (request, reply) => {
    const { position } = await endUnconfirmed(parts, request.params.id, await contextOf(request, keys));
    return sendDone(reply, position);
  });

  await app.register(async (scope) => {
    acceptForms(scope);
    const optionsFor = (page: string) => ({
      config: { page },
      bodyLimit: maxBodyBytes,
      preValidation: normaliseBody,
    });

    const subscribing = optionsFor(newsletterPages.subscribe);
    registerRoute(scope, 'POST /api/newsletter/subscriptions', subscribing, async (request, reply) => {
      const { email, section } = request.body;
      await limits.take(request, 'newsletter', email);
      const context = await contextOf(request, keys);
      const subscribe = async () => {
        const emailHash = await hash('email', email);
        const command = {
          type: 'RequestSubscription',
          emailHash,
          isSuppressed: await parts.isSuppressed(emailHash),
          email,
          section,
          newSubscriberId: context.ids('subscriber'),
          requestId: context.ids('subscription request'),
          at: now().toISOString(),
        } as const;
        await decideAndAppend(log, subscriptionDecider, command, context).catch(ignoreRejection());
      };
      await Promise.all([subscribe(), parts.wait(responseTime)]);
      return sendSuccess(request, reply, 202, requested);
    });

    const confirming = optionsFor(newsletterPages.confirm);
    registerRoute(scope, 'POST /api/newsletter/confirmation', confirming, async (request, reply) => {
      const link = await links.readConfirmation(request.body.token);
      if (!link) throw new CommandRejected('link-void');
      // Links for different sections can be used in turn: each use stays in the log permanently.
      await limits.take(request, 'change', link.subscriberId);
      const { hash: emailHash, ...asked } = link;
      const command = { type: 'ConfirmSubscription', emailHash, ...asked, at: now().toISOString() } as const;
      const context = await contextOf(request, keys);
      const { position } = await decideAndAppend(log, subscriptionDecider, command, context);
      return sendSuccess(request, reply.header(positionHeader, position), 200, confirmed);
    });

    const ending = optionsFor(newsletterPages.unsubscribe);
    registerRoute(scope, 'POST /api/newsletter/unsubscription', ending, async (request, reply) => {
      await unsubscribe(request.body.token, request, reply);
      return sendSuccess(request, reply, 200, ended);
    });
  });

  // RFC 8058: mail programs send it from any network, without cookies and without asking again.
  await app.register(async (scope) => {
    const keepText = { parseAs: 'string' } as const;
    scope.addContentTypeParser(oneClickMediaTypes, keepText, (_request, body, done) => done(null, body));
    const options = { bodyLimit: maxBodyBytes, config: { fromAnyOrigin: true } };
    registerRoute(scope, 'POST /api/newsletter/unsubscribe', options, async (request, reply) => {
      const body: unknown = request.body;
      if (typeof body !== 'string' || !oneClick.test(body.trimEnd()))
        throw new ProblemError('invalid-request', {
          message: 'Only one-click unsubscribe requests are accepted here',
        });
      await unsubscribe(request.query.token, request, reply);
      return reply.header('cache-control', 'no-store').send(ended);
    });
  });
}
