import type { Registration } from '@journal/contracts';
import type { Actor } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { findAcceptance } from '../writing/idempotency.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { accountDecider } from './account.decider.ts';
import { type AccountOutcome, type AccountParts, accountOf, loadAccount } from './account.ts';
import { claimUsername, claimValue, findAccount } from './claims.ts';

/** Without an actor the new user is the actor. */
export type RegistrationContext = Omit<RequestContext, 'actor'> & { readonly actor?: Actor };

const maxAttempts = 3;

/**
 * Registers an account with a unique address and user name. With an idempotency key it does so once, even if it was
 * interrupted; the password then has to be the same too.
 */
export async function registerUser(
  parts: AccountParts,
  registration: Registration,
  context: RegistrationContext,
): Promise<AccountOutcome> {
  const accepted = context.idempotency && (await findAcceptance(parts.log, context.idempotency));
  if (accepted && 'rejection' in accepted) return accepted;
  // Hashing is slow: it is skipped for what is rejected anyway, and kept out of the time between claim and registration.
  if (!accepted && (await findAccount(parts, registration.email))) return { rejection: 'email-taken' };
  const passwordHash = await parts.passwords.hash(registration.password);
  const emailHash = await parts.hash('email', registration.email);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Two people may use one key at once: neither may act as the user that the other becomes.
    const userId = context.ids(`user ${attempt} ${emailHash}`);
    const own: RequestContext = { actor: { id: userId, role: 'writer' }, ...context };
    const isAccepted = accepted !== undefined;
    const candidate = { ...registration, userId, emailHash, passwordHash, isAccepted };
    const outcome = await registerAs(parts, candidate, own);
    if (!('rejection' in outcome) || outcome.rejection !== 'registration-abandoned') return outcome;
  }
  return { rejection: 'write-conflict' };
}

type Candidate = Registration & {
  readonly userId: string;
  readonly emailHash: string;
  readonly passwordHash: string;
  readonly isAccepted: boolean;
};

async function registerAs(
  parts: AccountParts,
  candidate: Candidate,
  context: RequestContext,
): Promise<AccountOutcome> {
  const { userId, emailHash } = candidate;
  const before = await loadAccount(parts.log, userId);
  if (before.state.status !== 'missing') return registeredBefore(parts, candidate, before);
  const claimed = await claimValue(parts, { kind: 'email', hash: emailHash, userId }, context, 'wait');
  if (claimed === 'taken') return { rejection: 'email-taken' };
  const outcome = await append(parts, candidate, context);
  return 'rejection' in outcome ? outcome : registeredBefore(parts, candidate, outcome);
}

async function append(
  parts: AccountParts,
  { userId, email, emailHash, fullName, passwordHash, isAccepted }: Candidate,
  context: RequestContext,
): Promise<AccountOutcome> {
  const name = await claimUsername(parts, { userId, email }, context);
  const account = { userId, emailHash, email, ...name, fullName, passwordHash };
  const command = { type: 'RegisterUser', ...account } as const;
  return decideAndAppend(parts.log, accountDecider, command, context, { isAccepted });
}

/** Returns what this very request registered; its fingerprint does not cover the password, which is compared here. */
async function registeredBefore(
  parts: AccountParts,
  { password, passwordHash }: Candidate,
  written: Exclude<AccountOutcome, { rejection: unknown }>,
): Promise<AccountOutcome> {
  if (written.state.status === 'abandoned') return { rejection: 'registration-abandoned' };
  const account = accountOf(written.state);
  const isSame =
    account?.passwordHash === passwordHash ||
    (await parts.passwords.verify(account?.passwordHash ?? null, password));
  return isSame ? written : { rejection: 'idempotency-key-reused' };
}
