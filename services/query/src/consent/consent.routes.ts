import { ApiError, type ConsentRequest, type OwnConsent } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { signedInAccount } from '../account/access.ts';
import type { Resource } from '../resource.ts';

const over: ConsentRequest = { fullName: null, state: 'over' };

/**
 * `GET /api/me/consent` and `GET /api/consent`. The second is answered by the command service, which alone can tell a token,
 * so that what a guardian has answered a moment ago is there.
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
    // In the body: a token has no place in an address that a proxy between the two may log.
    const asked = command.request('POST /api/operations/consents', {
      body: { token },
      requestId: request.id,
      repeatable: true,
    });
    const { data } = await asked.catch((cause: unknown): { data: ConsentRequest } => {
      if (cause instanceof ApiError && cause.code === 'invalid-link') return { data: over };
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
    });
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(data));
  });
};
