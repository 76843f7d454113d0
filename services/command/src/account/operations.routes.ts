import { positionHeader } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import { recordExport } from './access/exported-account.handler.ts';
import type { AccountParts } from './account.parts.ts';
import { writtenOrProblem } from './account.problems.ts';
import { sendDone } from './account-answer.ts';
import { accountOf } from './account-outcome.ts';
import { cleanBody, contextOfOnce, mostBytes, requireUserId, userIdOf } from './account-request.ts';
import { changeAdministrator } from './administrators.handler.ts';
import { finishForgetting } from './forgetting/finish-forgetting.handler.ts';
import { forgetByEmail } from './forgetting/forget-user.handler.ts';
import { ByEmail, Forgetting, Handout, KnownArticles, MadeTemporaryPassword } from './operations.schema.ts';
import { issueTemporaryPassword } from './reset-password.handler.ts';

/** What our own programs do with accounts. Each may be done again: but for an export it then changes nothing more. */
export function registerOperationsRoutes(app: Server, parts: AccountParts): void {
  const operator = { config: { access: 'service' }, bodyLimit: mostBytes, preValidation: cleanBody } as const;
  const ofUser = { ...operator, onRequest: requireUserId };

  app.post(
    '/api/operations/users/:userId/temporary-passwords',
    { ...ofUser, schema: { body: MadeTemporaryPassword } },
    async (request, reply) => {
      const made = { userId: userIdOf(request), ...request.body };
      const outcome = await issueTemporaryPassword(parts, made, contextOfOnce(request));
      const { state, position } = writtenOrProblem(outcome);
      reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
      return { expiresAt: accountOf(state)?.temporaryPassword?.expiresAt };
    },
  );

  app.post(
    '/api/operations/users/:userId/finish-forgetting',
    { ...ofUser, schema: { body: KnownArticles } },
    async (request, reply) => {
      const what = { userId: userIdOf(request), articleIds: request.body.articleIds };
      const refused = await finishForgetting(parts, what, contextOfOnce(request));
      if (refused) throw new ProblemError(refused.rejection);
      return sendDone(reply);
    },
  );

  app.post(
    '/api/operations/users/:userId/exports',
    { ...ofUser, schema: { body: Handout } },
    async (request, reply) => {
      const what = { userId: userIdOf(request), to: request.body.actor };
      const recorded = await recordExport(parts, what, contextOfOnce(request));
      if ('rejection' in recorded) throw new ProblemError(recorded.rejection);
      return sendDone(reply, recorded.position);
    },
  );

  app.post(
    '/api/operations/users/forgetting',
    { ...operator, schema: { body: Forgetting } },
    async (request, reply) => {
      const context = contextOfOnce(request);
      const { state, position } = writtenOrProblem(await forgetByEmail(parts, request.body, context));
      if (state.status === 'forgotten')
        await finishForgetting(parts, { userId: state.account.userId, articleIds: [] }, context);
      return sendDone(reply, position);
    },
  );

  for (const [path, command] of [
    ['grant', 'GrantAdmin'],
    ['revoke', 'RevokeAdmin'],
  ] as const)
    app.post(
      `/api/operations/administrators/${path}`,
      { ...operator, schema: { body: ByEmail } },
      async (request, reply) => {
        const context = contextOfOnce(request);
        const outcome = await changeAdministrator(parts, command, request.body.email, context);
        return sendDone(reply, writtenOrProblem(outcome).position);
      },
    );
}
