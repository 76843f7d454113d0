import { registerRoute, type Server } from '@journal/service-kit';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { accountDecider } from './account.decider.ts';

/** Registers the route by which users change their account settings. Idempotent. */
export function registerSettingsRoutes(app: Server, { log, keys, limits }: RouteParts): void {
  registerRoute(app, 'PUT /api/me/settings', { bodyLimit: 4 * 1024 }, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'change', userId);
    const command = { type: 'ChangeSettings', userId, ...request.body } as const;
    const { position } = await decideAndAppend(log, accountDecider, command, await contextOf(request, keys));
    return sendDone(reply, position);
  });
}
