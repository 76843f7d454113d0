import { type Message, newsletterPages, positionHeader, subscriptionAsked } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import { writtenOrProblem } from '../http/answers.ts';
import type { Limits } from '../http/limits.ts';
import { normaliseBody, repeatableContextOf } from '../http/requests.ts';
import { acceptForms, sendSuccess } from './newsletter-form.ts';
import {
  confirmSubscription,
  endSubscriptionByToken,
  type NewsletterParts,
  requestSubscription,
  type SubscriptionOutcome,
} from './subscription.handlers.ts';

const requested: Message = { message: subscriptionAsked };
const confirmed: Message = { message: 'You are subscribed. Welcome!' };
const ended: Message = { message: 'You are unsubscribed, and your address is erased.' };

/** Milliseconds that every response to an address takes: longer than any work for one. */
const responseTime = 300;
const maxBodyBytes = 4 * 1024;

/**
 * The routes by which readers subscribe, confirm and unsubscribe, by JSON and by plain forms. Repeating any of them does
 * no harm, so an Idempotency-Key is ignored.
 */
export async function registerNewsletterRoutes(
  app: Server,
  parts: NewsletterParts,
  limits: Limits,
): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope);
    const optionsFor = (page: string) => ({
      config: { page },
      bodyLimit: maxBodyBytes,
      preValidation: normaliseBody,
    });

    const subscribing = optionsFor(newsletterPages.subscribe);
    registerRoute(scope, 'POST /api/newsletter/subscriptions', subscribing, async (request, reply) => {
      const { email } = request.body;
      await limits.take(request, 'newsletter', email);
      const work = requestSubscription(parts, email, repeatableContextOf(request));
      await Promise.all([work, parts.wait(responseTime)]);
      return sendSuccess(request, reply, 202, requested);
    });

    const confirming = optionsFor(newsletterPages.confirm);
    registerRoute(scope, 'POST /api/newsletter/confirmation', confirming, async (request, reply) => {
      const outcome = await confirmSubscription(parts, request.body.token, repeatableContextOf(request));
      setPosition(reply, outcome);
      return sendSuccess(request, reply, 200, confirmed);
    });

    const ending = optionsFor(newsletterPages.unsubscribe);
    registerRoute(scope, 'POST /api/newsletter/unsubscription', ending, async (request, reply) => {
      const outcome = await endSubscriptionByToken(parts, request.body.token, repeatableContextOf(request));
      setPosition(reply, outcome);
      return sendSuccess(request, reply, 200, ended);
    });
  });
  await registerOneClick(app, parts);
}

/** RFC 8058, 3.2: the field is sent as one of these. */
const mediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const oneClick = /^List-Unsubscribe=One-Click$|name="?List-Unsubscribe"?[\s\S]*?\r?\n\r?\nOne-Click\s/;

/**
 * RFC 8058's one-click unsubscribe: mail programs send it from any network, without cookies and without another
 * question.
 */
async function registerOneClick(app: Server, parts: NewsletterParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const options = { bodyLimit: maxBodyBytes, config: { fromAnyOrigin: true } };
    registerRoute(scope, 'POST /api/newsletter/unsubscribe', options, async (request, reply) => {
      const body: unknown = request.body;
      if (typeof body !== 'string' || !oneClick.test(body.trimEnd()))
        throw new ProblemError('invalid-request', { message: 'Only a one-click unsubscribe is taken here' });
      const { token } = request.query;
      setPosition(reply, await endSubscriptionByToken(parts, token, repeatableContextOf(request)));
      return reply.header('cache-control', 'no-store').send(ended);
    });
  });
}

/** Throws the problem that a rejection stands for. */
function setPosition(reply: FastifyReply, outcome: SubscriptionOutcome): void {
  reply.header(positionHeader, writtenOrProblem(outcome).position);
}
