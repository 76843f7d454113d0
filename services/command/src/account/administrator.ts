import { randomUUID } from 'node:crypto';
import { normaliseEmail, type Registration } from '@journal/contracts';
import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { CommandConfig } from '../config.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, type WriteResult } from '../writing/decide-and-append.ts';
import { type RequestContext, randomIds } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { registerUser } from './account.handlers.ts';
import { findAccount } from './claims.ts';

/**
 * Makes the owner of an address's account an administrator. With `onlyConfirmed`, requires that the address is
 * confirmed or that `password` is the account's.
 */
export async function grantAdministrator(
  parts: Parts,
  email: string,
  context: RequestContext,
  { onlyConfirmed = false, password }: { onlyConfirmed?: boolean; password?: string } = {},
): Promise<WriteResult<AccountState>> {
  const found = await findAccount(parts, email);
  if (!found) throw new CommandRejected('user-not-found');
  const { userId, passwordHash } = found.account;
  const isTheirs = password !== undefined && (await parts.passwords.verify(passwordHash, password));
  const given = isTheirs && passwordHash !== null ? { passwordHash } : {};
  const command = { type: 'GrantAdmin', userId, onlyConfirmed, ...given } as const;
  return decideAndAppend(parts.log, accountDecider, command, context);
}

/**
 * Makes sure that there is an administrator with this address: registers the user if nobody has it, grants the rights
 * if they are missing, and never changes a password. Safe to run in several processes concurrently, and at each start.
 * Resolves with false, and grants nothing, if somebody else may have registered with the address: it is not confirmed,
 * and the account has another password.
 */
export async function ensureAdministrator(parts: Parts, administrator: Registration): Promise<boolean> {
  const email = normaliseEmail(administrator.email);
  const { password } = administrator;
  const actor = { id: 'system', role: 'system' } as const;
  const context = { actor, requestId: randomUUID(), ids: randomIds() };
  await registerUser(parts, { ...administrator, email }, context).catch(ignoreRejection('email-taken'));
  const granting = { ...context, ids: randomIds() };
  try {
    await grantAdministrator(parts, email, granting, { onlyConfirmed: true, password });
    return true;
  } catch (error) {
    if (!isRejected(error, 'email-unconfirmed')) throw error;
    return false;
  }
}

/** Logged if the configured administrator's address belongs to an account that may be a stranger's. */
const notGranted =
  'ADMIN_EMAIL was not made an administrator: its account was registered by somebody who has not confirmed the address, and ADMIN_PASSWORD is not its password; confirm the address, or erase the account with `journal user forget` and restart; `journal admin grant` makes the account an administrator unconfirmed';

type AdministratorVariables = Partial<Pick<CommandConfig, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'ADMIN_NAME'>>;

/**
 * Makes sure, once per start, that the configured administrator exists, if one is configured, or logs why nobody was
 * made one. Logs no name.
 */
export function bootstrapAdministrator(
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME = 'Administrator' }: AdministratorVariables,
  ensure: (registration: Registration) => Promise<boolean>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>,
) {
  const registration = email && password ? { email, password, fullName: ADMIN_NAME.trim() } : undefined;
  const stopping = new AbortController();
  let isDone = registration === undefined;
  let running: Promise<void> | undefined;

  async function run(administrator: Registration): Promise<void> {
    const backoff = createBackoff({ initial: 100, max: 5_000 });
    while (!stopping.signal.aborted && !isDone)
      try {
        if (await ensure(administrator)) log.info('configured administrator exists');
        else log.error(notGranted);
        isDone = true;
      } catch (error) {
        log.warn({ err: error }, 'configured administrator not created, retrying');
        await backoff.wait(stopping.signal);
      }
  }

  return {
    /** Resolves if the administrator is known to exist or was refused, or if none is configured; otherwise rejects. */
    async check(): Promise<void> {
      if (!isDone) throw new Error('The configured administrator does not exist yet');
    },
    /** Starts creating the administrator, with retries and backoff. */
    start(): void {
      if (registration) running ??= run(registration);
    },
    /** Stops the retries; resolves once the current attempt has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
