import { isUuid, type NewPasskey, type PasskeyAnswer } from '@journal/contracts';
import { createRecoveryCodes, normaliseTemporaryPassword, userStream } from '@journal/events';
import type { Ceremony } from '@journal/session';
import type { Guess, Limits } from '../http/limits.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { recordAccess } from './account.handlers.ts';
import { accountOf, actorFor, loadAccount } from './account.ts';
import { type Passkey, passkeysDecider, passkeyUseDecider } from './passkeys.decider.ts';
import { claimedUser, type RelyingParty, verifyAnswer, verifyNewPasskey } from './webauthn.ts';

type PasskeyParts = Parts & { readonly party: RelyingParty; readonly limits: Pick<Limits, 'isFirstUse'> };

/** Resolves with the passkey and account states in a user's stream. */
export async function loadPasskeys({ log }: Pick<Parts, 'log'>, userId: string) {
  const events = await log.read(userStream(userId));
  return { ...fold(passkeysDecider, events), account: fold(accountDecider, events) };
}

/** Resolves with the challenge if it may still be answered. Of any number of answers, only the first gets it. */
async function consumeChallenge(
  { limits, now }: PasskeyParts,
  ceremony: Ceremony | undefined,
  userId?: string,
): Promise<string | undefined> {
  if (!ceremony || ceremony.userId !== userId || ceremony.until <= now().getTime()) return undefined;
  return (await limits.isFirstUse(ceremony.challenge)) ? ceremony.challenge : undefined;
}

/**
 * Signs in with a passkey. All faults are rejected alike; success and failure are recorded before the response. The
 * position is that of the account.
 */
export async function signInWithPasskey(
  parts: PasskeyParts,
  { answer, ceremony }: { answer: PasskeyAnswer; ceremony: Ceremony | undefined },
  context: RequestContext,
  attempt: Pick<Guess, 'settle'>,
): Promise<WriteResult<AccountState>> {
  const { log } = parts;
  const challenge = await consumeChallenge(parts, ceremony);
  const claimed = claimedUser(answer);
  const found = await loadPasskeys(parts, isUuid(claimed) ? claimed : 'nobody');
  const account = accountOf(found.account.state);
  const passkey = account && found.state.passkeys.find(({ credentialId }) => credentialId === answer.id);
  const counter =
    passkey && challenge !== undefined
      ? await verifyAnswer(parts.party, challenge, passkey, answer)
      : undefined;
  const own = account && { ...context, actor: actorFor(account) };
  const isUsed =
    own && passkey && counter !== undefined && (await use(parts, passkey, counter, account, own));
  await attempt.settle(isUsed === true);
  if (!account || !own || !isUsed) {
    const event = { type: 'SignInFailed', data: { userId: account?.userId ?? null } } as const;
    await recordAccess(log, event, { ...context, actor: { id: 'visitor', role: 'visitor' } });
    throw new CommandRejected('wrong-passkey');
  }
  await recordAccess(
    log,
    { type: 'UserSignedIn', data: { userId: account.userId, by: 'passkey' } },
    stepContextOf(own, 'record'),
  );
  return found.account;
}

/** Records a use of the passkey. Resolves with false if `passkeyUseDecider` rejects its counter. */
async function use(
  { log }: Parts,
  { passkeyId, counter: added }: Passkey,
  counter: number,
  { userId }: { readonly userId: string },
  context: RequestContext,
): Promise<boolean> {
  const command = { userId, passkeyId, counter, added };
  try {
    await decideAndAppend(log, passkeyUseDecider, command, context);
    return true;
  } catch (error) {
    if (!isRejected(error, 'wrong-passkey')) throw error;
    return false;
  }
}

/** Adds a passkey. Resolves with its id and, for the first one, recovery codes, which cannot be retrieved again. */
export async function addPasskey(
  parts: PasskeyParts,
  userId: string,
  added: {
    name: string;
    passkey: NewPasskey;
    ceremony: Ceremony | undefined;
    isProven: boolean;
    sessionVersion: number;
  },
  context: RequestContext,
): Promise<{ readonly id: string; readonly recoveryCodes: string[] | null }> {
  const { name, ceremony, isProven, sessionVersion } = added;
  const challenge = await consumeChallenge(parts, ceremony, userId);
  const passkey = challenge && (await verifyNewPasskey(parts.party, challenge, added.passkey));
  if (!passkey) throw new CommandRejected('passkey-not-added');
  const { codes, hashes } = await newCodes(parts, userId);
  const passkeyId = context.ids('passkey');
  const about = { userId, passkeyId, ...passkey, name };
  const command = { type: 'AddPasskey', ...about, hashes, isProven, sessionVersion } as const;
  const { state } = await decideAndAppend(parts.log, passkeysDecider, command, context);
  const isIssued = state.recoveryCodes.some(({ hash }) => hash === hashes[0]);
  return { id: passkeyId, recoveryCodes: isIssued ? codes : null };
}

/** A signed-in user, and the version of the session that sent the request. */
type RequestingSession = { readonly userId: string; readonly sessionVersion: number };

/** Issues new recovery codes and voids the earlier ones. */
export async function issueRecoveryCodes(
  parts: Parts,
  { userId, sessionVersion }: RequestingSession,
  context: RequestContext,
): Promise<{ readonly recoveryCodes: string[]; readonly position: string }> {
  const { codes, hashes } = await newCodes(parts, userId);
  const command = { type: 'IssueRecoveryCodes', userId, sessionVersion, hashes } as const;
  const { position } = await decideAndAppend(parts.log, passkeysDecider, command, context);
  return { recoveryCodes: codes, position };
}

async function newCodes({ hash }: Pick<Parts, 'hash'>, userId: string) {
  const codes = createRecoveryCodes();
  const hashes = codes.map((code) => hash('recovery-code', userId, normaliseTemporaryPassword(code)));
  return { codes, hashes: await Promise.all(hashes) };
}

/** Accepts a recovery code in place of a passkey; all sessions end. Success and failure are recorded. */
export async function useRecoveryCode(
  parts: Parts,
  { userId, sessionVersion }: RequestingSession,
  code: string,
  context: RequestContext,
  guess: Guess,
): Promise<WriteResult<AccountState>> {
  const { log, hash } = parts;
  const [{ state }, given] = await Promise.all([
    loadPasskeys(parts, userId),
    hash('recovery-code', userId, normaliseTemporaryPassword(code)),
  ]);
  const isRight = state.recoveryCodes.some(({ hash, isUsed }) => !isUsed && hash === given);
  await guess.settle(isRight);
  const command = { type: 'UseRecoveryCode', userId, sessionVersion, hash: given } as const;
  const using = decideAndAppend(log, passkeysDecider, command, context);
  const { state: after } = await using.catch(async (error: unknown) => {
    if (isRejected(error, 'wrong-recovery-code'))
      await recordAccess(log, { type: 'SignInFailed', data: { userId } }, stepContextOf(context, 'record'));
    throw error;
  });
  const event = { type: 'UserSignedIn', data: { userId, by: 'recovery-code' } } as const;
  await recordAccess(log, event, stepContextOf(context, 'record'));
  return loadAccountAt(parts, userId, after.sessionVersion);
}

/** Resolves with an account as of a session version: a session that starts with it ends with the others of the version. */
export async function loadAccountAt(
  { log }: Pick<Parts, 'log'>,
  userId: string,
  sessionVersion: number,
): Promise<WriteResult<AccountState>> {
  const { state, position } = await loadAccount(log, userId);
  return { state: { ...state, sessionVersion }, position };
}
