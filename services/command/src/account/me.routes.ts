import { AccountErasure } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { signedIn } from '../auth/requester.ts';
import type { Limits } from '../limits/limits.ts';
import type { AccountParts } from './account.parts.ts';
import { writtenOrProblem } from './account.problems.ts';
import { sendDone, signOut } from './account-answer.ts';
import { contextOfOnce, mostBytes } from './account-request.ts';
import { finishForgetting } from './forgetting/finish-forgetting.handler.ts';
import { forgetMyself } from './forgetting/forget-user.handler.ts';

/** The route by which people go for good. */
export function registerMeRoutes(app: Server, parts: AccountParts, limits: Limits): void {
  const own = {
    config: { access: 'signed-in' },
    bodyLimit: mostBytes,
    schema: { body: AccountErasure },
  } as const;

  app.delete('/api/me', own, async (request, reply) => {
    const { userId } = signedIn(request);
    await limits.take(request, 'login', userId);
    const context = contextOfOnce(request);
    const { position } = writtenOrProblem(await forgetMyself(parts, userId, request.body, context));
    // It is decided: what can't be done now, the worker does as soon as it can.
    await finishForgetting(parts, { userId, articleIds: [] }, context).catch((error: unknown) =>
      request.log.warn({ err: error }, 'forgetting is not finished yet'),
    );
    signOut(request);
    return sendDone(reply, position);
  });
}
