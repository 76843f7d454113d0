import { positionHeader } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { sendDone, writtenOrProblem } from '../http/answers.ts';
import { normaliseBody, repeatableContextOf } from '../http/requests.ts';
import { recordExport } from './access.handlers.ts';
import { maxBodyBytes } from './account.routes.ts';
import { type AccountParts, accountOf } from './account.ts';
import { changeAdministrator } from './administrator.ts';
import { finishForgetting, forgetByEmail } from './forgetting.handlers.ts';
import { issueTemporaryPassword } from './password.handlers.ts';

/** The routes of our own programs. Each may be repeated: but for an export, that changes nothing more. */
export function registerOperationsRoutes(app: Server, parts: AccountParts): void {
  const options = { bodyLimit: maxBodyBytes, preValidation: normaliseBody };

  registerRoute(
    app,
    'POST /api/operations/users/:userId/temporary-passwords',
    options,
    async (request, reply) => {
      const made = { userId: request.params.userId, ...request.body };
      const outcome = await issueTemporaryPassword(parts, made, repeatableContextOf(request));
      const { state, position } = writtenOrProblem(outcome);
      reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
      return { expiresAt: accountOf(state)?.temporaryPassword?.expiresAt };
    },
  );

  registerRoute(
    app,
    'POST /api/operations/users/:userId/finish-forgetting',
    options,
    async (request, reply) => {
      const what = { userId: request.params.userId, articleIds: request.body.articleIds };
      const rejected = await finishForgetting(parts, what, repeatableContextOf(request));
      if (rejected) throw new ProblemError(rejected.rejection);
      return sendDone(reply);
    },
  );

  registerRoute(app, 'POST /api/operations/users/:userId/exports', options, async (request, reply) => {
    const what = { userId: request.params.userId, to: request.body.actor };
    const recorded = await recordExport(parts, what, repeatableContextOf(request));
    if ('rejection' in recorded) throw new ProblemError(recorded.rejection);
    return sendDone(reply, recorded.position);
  });

  registerRoute(app, 'POST /api/operations/users/forgetting', options, async (request, reply) => {
    const context = repeatableContextOf(request);
    const { state, position } = writtenOrProblem(await forgetByEmail(parts, request.body, context));
    if (state.status === 'forgotten')
      await finishForgetting(parts, { userId: state.account.userId, articleIds: [] }, context);
    return sendDone(reply, position);
  });

  for (const [key, command] of [
    ['POST /api/operations/administrators/grant', 'GrantAdmin'],
    ['POST /api/operations/administrators/revoke', 'RevokeAdmin'],
  ] as const)
    registerRoute(app, key, options, async (request, reply) => {
      const context = repeatableContextOf(request);
      const outcome = await changeAdministrator(parts, command, request.body.email, context);
      return sendDone(reply, writtenOrProblem(outcome).position);
    });
}
