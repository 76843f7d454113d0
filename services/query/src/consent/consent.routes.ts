import { ApiError, type ConsentRequest, type OwnConsent } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { signedInAccount } from '../account/access.ts';
import type { Resource } from '../resource.ts';

const endedRequest: ConsentRequest = { fullName: null, state: 'over' };

/**
 * `GET /api/me/consent` and `GET /api/consent`. The command service answers the second: only it can check a token, and
 * it already knows what a guardian answered a moment ago.
 */
export const consentRoutes: Resource = async (app, { accounts, accountsModel, command, config }) => {
  const own = { config: { reads: [accountsModel] } };
  registerRoute(app, 'GET /api/me/consent', own, async (request, reply): Promise<OwnConsent> => {
    reply.header('cache-control', 'no-store');
    const asked = await accounts.consent(signedInAccount(request).user.id);
    return { consentAge: config.CONSENT_AGE ?? null, ...asked };
  });

  registerRoute(app, 'GET /api/consent', { config: { reads: [] } }, async (request, reply) => {
    const { token } = request.query;
    reply.header('cache-control', 'no-store');
    // In the body: a token must not be in a URL that a proxy between the services may log.
    const asked = command.request('POST /api/operations/consents', {
      body: { token },
      requestId: request.id,
      repeatable: true,
    });
    const { data } = await asked.catch((cause: unknown): { data: ConsentRequest } => {
      if (cause instanceof ApiError && cause.code === 'invalid-link') return { data: endedRequest };
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
    });
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(data));
  });
};
