import {
  type Message,
  newsletterPages,
  normaliseEmail,
  positionHeader,
  Subscription,
  SubscriptionToken,
  subscriptionAsked,
} from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../auth/requester.ts';
import { randomIds } from '../idempotency/request-keys.ts';
import type { Limits } from '../limits/limits.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { confirmSubscription } from './confirm-subscription.handler.ts';
import { endSubscriptionByToken } from './end-subscription.handler.ts';
import type { NewsletterParts } from './newsletter.parts.ts';
import { answer, takeForms } from './newsletter-form.ts';
import { registerOneClick } from './one-click.routes.ts';
import { requestSubscription } from './request-subscription.handler.ts';
import type { SubscriptionOutcome } from './subscription-outcome.ts';

const asked: Message = { message: subscriptionAsked };
const confirmed: Message = { message: 'You are subscribed. Welcome!' };
const ended: Message = { message: 'You are unsubscribed, and your address is erased.' };

/** Every answer to an address takes so long, in milliseconds: longer than anything that is done about one. */
const answerTime = 300;
const mostBytes = 4 * 1024;

/**
 * The routes by which readers subscribe, say that it was they, and go; by JSON and by plain forms. Doing any of it
 * twice does no harm, so an Idempotency-Key is not looked at.
 */
export async function registerNewsletterRoutes(
  app: Server,
  parts: NewsletterParts,
  limits: Limits,
): Promise<void> {
  await app.register(async (scope) => {
    takeForms(scope);
    const open = (page: string) =>
      ({ config: { access: 'public', page }, bodyLimit: mostBytes, preValidation: cleanEmail }) as const;

    scope.post<{ Body: Subscription }>(
      '/api/newsletter/subscriptions',
      { ...open(newsletterPages.subscribe), schema: { body: Subscription } },
      async (request, reply) => {
        const { email } = request.body;
        await limits.take(request, 'newsletter', email);
        const work = requestSubscription(parts, email, contextOf(request));
        await Promise.all([work, parts.wait(answerTime)]);
        return answer(request, reply, 202, asked);
      },
    );

    scope.post<{ Body: SubscriptionToken }>(
      '/api/newsletter/confirmation',
      { ...open(newsletterPages.confirm), schema: { body: SubscriptionToken } },
      async (request, reply) => {
        const outcome = await confirmSubscription(parts, request.body.token, contextOf(request));
        tellPosition(reply, outcome);
        return answer(request, reply, 200, confirmed);
      },
    );

    scope.post<{ Body: SubscriptionToken }>(
      '/api/newsletter/unsubscription',
      { ...open(newsletterPages.unsubscribe), schema: { body: SubscriptionToken } },
      async (request, reply) => {
        const outcome = await endSubscriptionByToken(parts, request.body.token, contextOf(request));
        tellPosition(reply, outcome);
        return answer(request, reply, 200, ended);
      },
    );
  });
  await registerOneClick(app, async (request, reply, token) => {
    tellPosition(reply, await endSubscriptionByToken(parts, token, contextOf(request)));
    return reply.header('cache-control', 'no-store').send(ended);
  });
}

/** Hook: the address in the spelling it is compared in. */
async function cleanEmail(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string')
    request.body = { ...body, email: normaliseEmail(body.email) };
}

const contextOf = (request: FastifyRequest): RequestContext => ({
  actor: actorOf(request),
  requestId: request.id,
  ids: randomIds(),
});

/** Throws the problem that a refusal stands for. */
function tellPosition(reply: FastifyReply, outcome: SubscriptionOutcome): void {
  if ('rejection' in outcome)
    throw new ProblemError(outcome.rejection === 'link-void' ? 'invalid-link' : outcome.rejection);
  reply.header(positionHeader, outcome.position);
}
