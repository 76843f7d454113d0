import { randomUUID } from 'node:crypto';
import { normaliseEmail, type Registration } from '@journal/contracts';
import { userStream } from '@journal/events';
import { randomIds } from '../idempotency/request-keys.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountOutcome, accountDecider } from './account-outcome.ts';
import { findAccount } from './find-account.ts';
import { registerUser } from './register-user.handler.ts';

/** Gives or takes the rights of an administrator; taking them ends that person's sessions. */
export async function changeAdministrator(
  parts: AccountParts,
  type: 'GrantAdmin' | 'RevokeAdmin',
  email: string,
  context: RequestContext,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  if (!found) return { rejection: 'user-not-found' };
  const { userId } = found.account;
  return decideAndAppend(parts.log, {
    stream: userStream(userId),
    command: { type, userId },
    decider: accountDecider,
    context,
  });
}

/**
 * Makes sure that there is an administrator with this address: registers them where nobody has it, grants the rights
 * where they are missing, and never changes a password. Safe in several processes at once, and again at each start.
 */
export async function ensureAdministrator(parts: AccountParts, administrator: Registration): Promise<void> {
  const registration = { ...administrator, email: normaliseEmail(administrator.email) };
  const context: RequestContext = {
    actor: { id: 'system', role: 'system' },
    requestId: randomUUID(),
    ids: randomIds(),
  };
  const registered = await registerUser(parts, registration, context);
  if ('rejection' in registered && registered.rejection !== 'email-taken')
    throw new Error(`The administrator could not be registered: ${registered.rejection}`);
  const granting = { ...context, ids: randomIds() };
  const granted = await changeAdministrator(parts, 'GrantAdmin', registration.email, granting);
  if ('rejection' in granted)
    throw new Error(`The administrator could not be appointed: ${granted.rejection}`);
}
