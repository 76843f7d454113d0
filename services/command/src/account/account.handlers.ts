import type { Login, PasswordChange, Registration } from '@journal/contracts';
import { type Actor, type accessEvents, accessStream, expiryCutoff, type NewEventOf } from '@journal/events';
import type { Guess } from '../http/limits.ts';
import type { Parts } from '../parts.ts';
import { findAcceptance } from '../writing/acceptance.ts';
import { CommandRejected, ignoreRejection, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type Account, type AccountState, accountDecider } from './account.decider.ts';
import { accountOf, actorFor, loadAccount } from './account.ts';
import { claimUsername, claimValue, type FoundAccount, findAccount } from './claims.ts';
import { idleAccountDecider } from './idle-account.decider.ts';
import { passkeysDecider } from './passkeys.decider.ts';
import { acceptedHash, isValid, type PasswordProof } from './passwords.state.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Signs in with an address and a password. An unknown address and a wrong password are rejected alike, after the same
 * work. Success and failure are recorded before the response. The first use of a temporary password voids the account's
 * own password and ends its sessions; if the account's address is unconfirmed and it has no role, it also removes the
 * passkeys. The position is that of the account: no read waits for the access record.
 */
export async function signIn(
  parts: Parts,
  { email, password }: Login,
  context: Omit<RequestContext, 'actor'>,
  guess: Guess,
): Promise<WriteResult<AccountState> & { readonly by: PasswordProof['kind'] }> {
  const found = await findAccount(parts, email);
  const proof = await verifyPassword(parts, found?.account, password, guess);
  await guess.settle(proof !== undefined);
  if (!found || !proof) return refuse(parts, found, context);
  const own = { ...context, actor: actorFor(found.account) };
  const { userId } = found.account;
  let { written } = found;
  if (proof.kind === 'temporary')
    try {
      const { temporaryPasswordHash } = proof;
      const at = parts.now().toISOString();
      const command = { type: 'UseTemporaryPassword', userId, temporaryPasswordHash, at } as const;
      written = await decideAndAppend(parts.log, accountDecider, command, own);
      if (isOwnershipUnproven(found.account)) written = await removePasskeys(parts, userId, own);
    } catch (error) {
      if (!isRejected(error) || isRejected(error, 'write-conflict')) throw error;
      return refuse(parts, found, context);
    }
  const by = proof.kind === 'password' ? 'password' : 'temporary-password';
  await recordAccess(parts.log, { type: 'UserSignedIn', data: { userId, by } }, own);
  return { ...written, by: proof.kind };
}

/** Whether somebody other than the address's owner may have opened this account. */
const isOwnershipUnproven = ({ isConfirmed, roles }: Account): boolean => !isConfirmed && roles.length === 0;

/**
 * Removes passkeys and recovery codes from before the first use of the temporary password, which may belong to the
 * person who opened the account. Does nothing once that is done, by this sign-in or an earlier one.
 */
async function removePasskeys({ log }: Parts, userId: string, context: RequestContext) {
  const command = { type: 'ResetPasskeys', userId, onlyEarlier: true } as const;
  await decideAndAppend(log, passkeysDecider, command, stepContextOf(context, 'passkeys'));
  return loadAccount(log, userId);
}

async function refuse(
  { log }: Parts,
  found: FoundAccount | undefined,
  context: Omit<RequestContext, 'actor'>,
): Promise<never> {
  const event = { type: 'SignInFailed', data: { userId: found?.account.userId ?? null } } as const;
  await recordAccess(log, event, { ...context, actor: { id: 'visitor', role: 'visitor' } });
  throw new CommandRejected('wrong-credentials');
}

/** Records that all data held about a user was exported, and to whom. Each call writes one record. */
export async function recordExport(
  { log }: Parts,
  { userId, to }: { readonly userId: string; readonly to: Actor },
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const { state } = await loadAccount(log, userId);
  if (!accountOf(state)) throw new CommandRejected('user-not-found');
  return recordAccess(log, { type: 'AccountExported', data: { userId } }, { ...context, actor: to });
}

/**
 * Records that a user is asked whether they still want their account, if they have long been neither active nor asked.
 */
export async function askIdle(
  { log, now }: Pick<Parts, 'log' | 'now'>,
  userId: string,
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const uses = await log.read(accessStream(userId));
  const signedInAt = uses.findLast(({ type }) => type === 'UserSignedIn')?.metadata.at;
  const idleBefore = expiryCutoff('idleAccount', now()).toISOString();
  return decideAndAppend(log, idleAccountDecider, { userId, idleBefore, signedInAt }, context);
}

/** Records that the address of a pitch's writer was disclosed. Each call writes one record. */
export const recordAddressLookUp = (
  { log }: Pick<Parts, 'log'>,
  data: { readonly userId: string; readonly submissionId: string },
  context: RequestContext,
): Promise<{ readonly position: string }> => recordAccess(log, { type: 'AddressLookedUp', data }, context);

/** Records the use of an account, or an attempt, in one append. Rejects on failure: nothing happens unrecorded. */
export function recordAccess(
  log: JournalLog,
  event: NewEventOf<typeof accessEvents>,
  context: RequestContext,
) {
  return log.append(accessStream(event.data.userId), [{ id: context.ids('access'), event }], 'any', context);
}

/**
 * Changes the password of an account, which ends all earlier sessions and voids a temporary password. With an
 * idempotency key it does so once, for as long as the new password is in force.
 */
export async function changePassword(
  parts: Parts,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  context: RequestContext,
  guess: Guess,
): Promise<WriteResult<AccountState>> {
  const { log, passwords } = parts;
  const { idempotency } = context;
  const isAccepted = idempotency !== undefined && (await findAcceptance(log, idempotency)) !== undefined;
  const before = await loadAccount(log, userId);
  const account = accountOf(before.state);
  // The fingerprint does not cover the passwords, so they are compared here. The new one may have been voided since.
  if (isAccepted && (await passwords.verify(acceptedHash(account), newPassword))) return before;
  const proof = await verifyPassword(parts, account, currentPassword, guess);
  await guess.settle(proof !== undefined);
  if (!proof) throw new CommandRejected(isAccepted ? 'idempotency-key-reused' : 'wrong-password');
  const passwordHash = await passwords.hash(newPassword);
  const at = parts.now().toISOString();
  const command = { type: 'ChangePassword', userId, proof, passwordHash, at } as const;
  const written = await decideAndAppend(log, accountDecider, command, context, { isAccepted });
  // The same request may have run twice concurrently.
  const stored = accountOf(written.state)?.passwordHash ?? null;
  if (stored !== passwordHash && !(await passwords.verify(stored, newPassword)))
    throw new CommandRejected('idempotency-key-reused');
  return written;
}

/** Resolves with proof that the user gave the current or a valid temporary password. Throws `wrong-password`. */
export async function provePassword(
  parts: Pick<Parts, 'log' | 'hash' | 'passwords' | 'now'>,
  userId: string,
  password: string,
  guess: Guess,
): Promise<PasswordProof> {
  const account = accountOf((await loadAccount(parts.log, userId)).state);
  const proof = await verifyPassword(parts, account, password, guess);
  const isRight = account && proof && isValid(proof, account, parts.now().toISOString());
  await guess.settle(isRight === true);
  if (!isRight) throw new CommandRejected('wrong-password');
  return proof;
}

/** Requests a temporary password for the account with this address. The caller does not learn whether there is one. */
export async function requestPasswordReset(
  parts: Parts,
  email: string,
  context: RequestContext,
): Promise<void> {
  const found = await findAccount(parts, email);
  if (!found) return;
  const { userId } = found.account;
  const command = { type: 'RequestPasswordReset', userId, resetId: context.ids('reset') } as const;
  await decideAndAppend(parts.log, accountDecider, command, context).catch(ignoreRejection());
}

const maxAttempts = 3;

/**
 * Registers an account with a unique address and user name. Without an actor, the new user is the actor. With an
 * idempotency key it registers once, even after an interruption; the password must then be the same, too.
 */
export async function registerUser(
  parts: Parts,
  registration: Registration,
  context: Omit<RequestContext, 'actor'> & { readonly actor?: Actor },
): Promise<WriteResult<AccountState>> {
  const { email, password } = registration;
  const { idempotency } = context;
  const isAccepted =
    idempotency !== undefined && (await findAcceptance(parts.log, idempotency)) !== undefined;
  // Hashing is slow: it is skipped if rejection is certain, and kept out of the time between claim and registration.
  if (!isAccepted && (await findAccount(parts, email))) throw new CommandRejected('email-taken');
  const passwordHash = await parts.passwords.hash(password);
  const emailHash = await parts.hash('email', email);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Two people may use the same key concurrently: neither may act as the user that the other becomes.
    const userId = context.ids(`user ${attempt} ${emailHash}`);
    const own: RequestContext = { actor: { id: userId, role: 'writer' }, ...context };
    const candidate = { ...registration, userId, emailHash, passwordHash, isAccepted };
    const written = await registerAs(parts, candidate, own).catch((error: unknown) => {
      if (!isRejected(error, 'registration-abandoned')) throw error;
    });
    if (!written || written.state.status === 'abandoned') continue;
    // The fingerprint does not cover the password, so it is compared here. It may have been voided since.
    const stored = acceptedHash(accountOf(written.state));
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

/** Resolves with the account registered under this id by this request or by an earlier attempt at it. */
async function registerAs(
  parts: Parts,
  { userId, email, emailHash, fullName, passwordHash, isAccepted }: Candidate,
  context: RequestContext,
): Promise<WriteResult<AccountState>> {
  const before = await loadAccount(parts.log, userId);
  if (before.state.status !== 'missing') return before;
  const claimed = await claimValue(parts, { kind: 'email', hash: emailHash, userId }, context, 'wait');
  if (claimed === 'taken') throw new CommandRejected('email-taken');
  const name = await claimUsername(parts, { userId, email }, context);
  const account = { userId, emailHash, email, ...name, fullName, passwordHash };
  const isConfirmed = context.actor.id !== userId;
  const command = { type: 'RegisterUser', ...account, isConfirmed } as const;
  return decideAndAppend(parts.log, accountDecider, command, context, { isAccepted });
}
