import { randomUUID } from 'node:crypto';
import { normaliseEmail, type Registration } from '@journal/contracts';
import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { CommandConfig } from '../config.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend, type Written } from '../writing/decide-and-append.ts';
import { type RequestContext, randomIds } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { registerUser } from './account.handlers.ts';
import { accountOf } from './account.ts';
import { findAccount } from './claims.ts';

/** Makes the account of an address an administrator; on request only where the address is confirmed. */
export async function grantAdministrator(
  parts: Parts,
  email: string,
  context: RequestContext,
  { onlyConfirmed = false } = {},
): Promise<Written<AccountState>> {
  const found = await findAccount(parts, email);
  if (!found) throw new CommandRejected('user-not-found');
  const command = { type: 'GrantAdmin', userId: found.account.userId, onlyConfirmed } as const;
  return decideAndAppend(parts.log, accountDecider, command, context);
}

/**
 * Ensures that there is an administrator with this address: registers them if nobody has it, grants the rights if they
 * are missing, and never changes a password. Safe in several processes at once, and at each start. Resolves with whether
 * the address is confirmed: if not, somebody else may have registered with it.
 */
export async function ensureAdministrator(parts: Parts, administrator: Registration): Promise<boolean> {
  const email = normaliseEmail(administrator.email);
  const actor = { id: 'system', role: 'system' } as const;
  const context = { actor, requestId: randomUUID(), ids: randomIds() };
  await registerUser(parts, { ...administrator, email }, context).catch(ignoreRejection('email-taken'));
  const { state } = await grantAdministrator(parts, email, { ...context, ids: randomIds() });
  return accountOf(state)?.isConfirmed === true;
}

type AdministratorVariables = Partial<Pick<CommandConfig, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD' | 'ADMIN_NAME'>>;

/** Ensures, once per start, that the administrator of the configuration, if any, exists. Logs no name. */
export function bootstrapAdministrator(
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME = 'Administrator' }: AdministratorVariables,
  ensure: (registration: Registration) => Promise<unknown>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
) {
  const registration = email && password ? { email, password, fullName: ADMIN_NAME.trim() } : undefined;
  const stopping = new AbortController();
  let exists = registration === undefined;
  let running: Promise<void> | undefined;

  async function run(administrator: Registration): Promise<void> {
    const backoff = createBackoff({ initial: 100, max: 5_000 });
    while (!stopping.signal.aborted && !exists)
      try {
        if ((await ensure(administrator)) === false)
          log.warn(
            "the configured administrator's address is not confirmed; make sure the account is theirs",
          );
        exists = true;
        log.info('the configured administrator exists');
      } catch (error) {
        log.warn({ err: error }, 'the configured administrator could not be ensured; retrying');
        await backoff.wait(stopping.signal);
      }
  }

  return {
    /** Resolves if the administrator is known to exist, or none is configured; rejects otherwise. */
    async check(): Promise<void> {
      if (!exists) throw new Error('The administrator does not exist yet');
    },
    /** Starts to ensure that the administrator exists, with retries and back-off. */
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
