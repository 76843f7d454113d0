import type { Registration } from '@journal/contracts';
import type { Actor } from '@journal/events';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, findAcceptance, type Written } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { accountOf, loadAccount, type Parts } from './account.ts';
import { claimUsername, claimValue, findAccount } from './claims.ts';

const maxAttempts = 3;

/**
 * Registers an account with a unique address and user name; without an actor the new user is the actor. With an
 * idempotency key it does so once, even if it was interrupted; the password then has to be the same too.
 */
export async function registerUser(
  parts: Parts,
  registration: Registration,
  context: Omit<RequestContext, 'actor'> & { readonly actor?: Actor },
): Promise<Written<AccountState>> {
  const { email, password } = registration;
  const { idempotency } = context;
  const isAccepted =
    idempotency !== undefined && (await findAcceptance(parts.log, idempotency)) !== undefined;
  // Hashing is slow: it is skipped for what is rejected anyway, and kept out of the time between claim and registration.
  if (!isAccepted && (await findAccount(parts, email))) throw new CommandRejected('email-taken');
  const passwordHash = await parts.passwords.hash(password);
  const emailHash = await parts.hash('email', email);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Two people may use one key at once: neither may act as the user that the other becomes.
    const userId = context.ids(`user ${attempt} ${emailHash}`);
    const own: RequestContext = { actor: { id: userId, role: 'writer' }, ...context };
    const candidate = { ...registration, userId, emailHash, passwordHash, isAccepted };
    const written = await registerAs(parts, candidate, own).catch((error: unknown) => {
      if (!isRejected(error, 'registration-abandoned')) throw error;
    });
    if (!written || written.state.status === 'abandoned') continue;
    // The fingerprint does not cover the password, which is compared here.
    const stored = accountOf(written.state)?.passwordHash ?? null;
    if (stored === passwordHash || (await parts.passwords.verify(stored, password))) return written;
    throw new CommandRejected('idempotency-key-reused');
  }
  throw new CommandRejected('write-conflict');
}

type Candidate = Registration & {
  readonly userId: string;
  readonly emailHash: string;
  readonly passwordHash: string;
  readonly isAccepted: boolean;
};

/** Resolves with what was registered under this id, by this very request or by an earlier attempt at it. */
async function registerAs(
  parts: Parts,
  { userId, email, emailHash, fullName, passwordHash, isAccepted }: Candidate,
  context: RequestContext,
): Promise<Written<AccountState>> {
  const before = await loadAccount(parts.log, userId);
  if (before.state.status !== 'missing') return before;
  const claimed = await claimValue(parts, { kind: 'email', hash: emailHash, userId }, context, 'wait');
  if (claimed === 'taken') throw new CommandRejected('email-taken');
  const name = await claimUsername(parts, { userId, email }, context);
  const account = { userId, emailHash, email, ...name, fullName, passwordHash };
  const command = { type: 'RegisterUser', ...account } as const;
  return decideAndAppend(parts.log, accountDecider, command, context, { isAccepted });
}
