import type { Server } from '@journal/service-kit';
import { parseSessionKeys, registerSessions } from '@journal/session';
import type { AccessOf } from './access.ts';
import { keepSessions } from './kept-session.ts';
import { requirePermissions } from './permission.ts';
import { registerRequester } from './requester.ts';
import { refuseOtherOrigins } from './same-origin.ts';

export type AuthOptions = {
  readonly serviceToken: string;
  /** As `SESSION_KEYS`. */
  readonly sessionKeys: string;
  /** By which readers reach the journal. */
  readonly origin: string;
  readonly accessOf: AccessOf;
};

/**
 * From here on every route has to say who may use it, and is used by nobody else: see `Access`. To be awaited
 * before any route is registered.
 */
export async function registerAuth(app: Server, options: AuthOptions): Promise<void> {
  keepSessions(app);
  refuseOtherOrigins(app, options.origin);
  await registerSessions(app, { keys: parseSessionKeys(options.sessionKeys), origin: options.origin });
  registerRequester(app, options);
  requirePermissions(app);
}
