import {
  endsSessions,
  isPasskeyTrial,
  type NewUserEvent,
  type PasskeyEvent,
  passkeyStream,
  passkeysAfter,
  type UserEvent,
  userStream,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/** A passkey; its sealed fields are null once the person's key is gone. */
export type Passkey = {
  readonly passkeyId: string;
  readonly credentialId: string | null;
  readonly publicKey: string | null;
  /** Signature counter when the passkey was added. */
  readonly counter: number;
  readonly transports: readonly string[];
};

type RecoveryCode = { readonly hash: string | null; readonly isUsed: boolean };

/** The part of a user's stream that concerns passkeys. */
export type PasskeysState = {
  readonly revision: number;
  readonly sessionVersion: number;
  readonly isRegistered: boolean;
  readonly passkeys: readonly Passkey[];
  /** When the first passkey was added, ISO 8601; null if there is none. */
  readonly firstAddedAt: string | null;
  /** The recovery codes issued last; empty if there is no passkey. */
  readonly recoveryCodes: readonly RecoveryCode[];
  /** Whether there were passkeys when a temporary password was first used, and they were not all removed since. */
  readonly hasEarlier: boolean;
};

type Data<Type extends NewUserEvent['type']> = Extract<NewUserEvent, { type: Type }>['data'];

type Commands = {
  /** `hashes`: of new recovery codes, issued with the first passkey. `isProven`: the session began with a passkey. */
  AddPasskey: Data<'PasskeyAdded'> & { hashes: string[]; isProven: boolean };
  RemovePasskey: { userId: string; passkeyId: string };
  /**
   * By an operator or, if `own` is set, by the owner, whose password was given at `at`. `onlyEarlier`: does nothing
   * unless there were passkeys when a temporary password was first used.
   */
  ResetPasskeys: { userId: string; own?: { at: string; isProven: boolean }; onlyEarlier?: boolean };
  IssueRecoveryCodes: { userId: string; hashes: string[] };
  /** Ends all sessions: somebody else may have the passkey of a user who needs a code. */
  UseRecoveryCode: { userId: string; hash: string };
};
/** `sessionVersion`: of the requesting session, if there is one; rejected if that session has ended meanwhile. */
export type PasskeysCommand = CommandOf<Commands> & { readonly sessionVersion?: number };

export const maxPasskeys = 10;
type PasskeysRejection =
  | 'user-not-found'
  | 'passkey-required'
  | 'passkey-not-added'
  | 'passkey-not-found'
  | 'too-many-passkeys'
  | 'no-passkey'
  | 'write-conflict'
  | 'wrong-recovery-code';

const noPasskeys = { passkeys: [], recoveryCodes: [], hasEarlier: false } as const;

/** Shares the stream of the account, but covers only passkeys and recovery codes. */
export const passkeysDecider: Decider<PasskeysState, PasskeysCommand, NewUserEvent, PasskeysRejection> = {
  initialState: {
    revision: -1,
    sessionVersion: 0,
    isRegistered: false,
    firstAddedAt: null,
    ...noPasskeys,
  },
  streamOf: ({ userId }) => userStream(userId),
  evolve,
  decide,
};

function evolve(state: PasskeysState, { type, data, metadata }: Dated<UserEvent>): PasskeysState {
  const held = { count: state.passkeys.length, since: state.firstAddedAt };
  const next = {
    ...state,
    revision: state.revision + 1,
    sessionVersion: state.sessionVersion + Number(endsSessions(type)),
    firstAddedAt: passkeysAfter(held, type, metadata.at).since,
  };
  switch (type) {
    case 'UserRegistered':
      return { ...next, isRegistered: true };
    case 'UserForgotten':
      return { ...next, isRegistered: false };
    case 'PasskeyAdded': {
      const { passkeyId, credentialId, publicKey, counter, transports } = data;
      return {
        ...next,
        passkeys: [...state.passkeys, { passkeyId, credentialId, publicKey, counter, transports }],
      };
    }
    case 'PasskeyRemoved': {
      const passkeys = state.passkeys.filter(({ passkeyId }) => passkeyId !== data.passkeyId);
      return passkeys.length > 0 ? { ...next, passkeys } : { ...next, ...noPasskeys };
    }
    case 'PasskeysReset':
      return { ...next, ...noPasskeys };
    case 'TemporaryPasswordUsed':
      return { ...next, hasEarlier: state.passkeys.length > 0 };
    case 'RecoveryCodesIssued':
      return { ...next, recoveryCodes: (data.hashes ?? []).map((hash) => ({ hash, isUsed: false })) };
    case 'RecoveryCodeUsed':
      return {
        ...next,
        recoveryCodes: state.recoveryCodes.map((code, index) =>
          index === data.index ? { ...code, isUsed: true } : code,
        ),
      };
    default:
      return next;
  }
}

function decide(command: PasskeysCommand, state: PasskeysState): Decision<NewUserEvent, PasskeysRejection> {
  const { isRegistered, passkeys, firstAddedAt, recoveryCodes, hasEarlier } = state;
  if (!isRegistered) return { rejection: 'user-not-found' };
  const { userId, sessionVersion = state.sessionVersion } = command;
  const hasEnded = sessionVersion !== state.sessionVersion;
  // A code that was used concurrently ended the session, too: its second use is rejected as such.
  if (hasEnded && command.type !== 'UseRecoveryCode') return { rejection: 'write-conflict' };
  const othersEnd = { type: 'OtherSessionsEnded', data: { userId } } as const;
  switch (command.type) {
    case 'AddPasskey': {
      const { type: _type, sessionVersion: _version, hashes, isProven, ...data } = command;
      const isFirst = passkeys.length === 0;
      // Of two first passkeys sent concurrently, the second is no longer the first.
      if (!isFirst && !isProven) return { rejection: 'passkey-required' };
      if (passkeys.length >= maxPasskeys) return { rejection: 'too-many-passkeys' };
      if (passkeys.some(({ credentialId }) => credentialId === data.credentialId))
        return { rejection: 'passkey-not-added' };
      const issued = { type: 'RecoveryCodesIssued', data: { userId, hashes } } as const;
      return { events: [{ type: 'PasskeyAdded', data }, ...(isFirst ? [issued] : [])] };
    }
    case 'RemovePasskey': {
      const { passkeyId } = command;
      if (!passkeys.some((passkey) => passkey.passkeyId === passkeyId))
        return { rejection: 'passkey-not-found' };
      return { events: [{ type: 'PasskeyRemoved', data: { userId, passkeyId } }, othersEnd] };
    }
    case 'ResetPasskeys': {
      const { own, onlyEarlier } = command;
      if (onlyEarlier && !hasEarlier) return { events: [] };
      if (passkeys.length === 0) return own ? { rejection: 'no-passkey' } : { events: [] };
      if (own && !own.isProven && !isPasskeyTrial({ since: firstAddedAt }, Date.parse(own.at)))
        return { rejection: 'passkey-required' };
      return { events: [{ type: 'PasskeysReset', data: { userId } }, othersEnd] };
    }
    case 'IssueRecoveryCodes':
      if (passkeys.length === 0) return { rejection: 'no-passkey' };
      return { events: [{ type: 'RecoveryCodesIssued', data: { userId, hashes: command.hashes } }] };
    case 'UseRecoveryCode': {
      const index = recoveryCodes.findIndex(({ hash, isUsed }) => !isUsed && hash === command.hash);
      if (index < 0) return { rejection: 'wrong-recovery-code' };
      if (hasEnded) return { rejection: 'write-conflict' };
      return { events: [{ type: 'RecoveryCodeUsed', data: { userId, index } }, othersEnd] };
    }
    default:
      return command satisfies never;
  }
}

type PasskeyUse = { readonly revision: number; readonly counter: number };

/** `added`: signature counter when the passkey was added. */
type UsePasskey = PasskeyEvent['data'] & { readonly added: number };

/**
 * Signature counter of one passkey. If the passkey counts, its counter must increase: a copy of it, or a replayed
 * answer, gives a number that is already known.
 */
export const passkeyUseDecider: Decider<PasskeyUse, UsePasskey, PasskeyEvent, 'wrong-passkey'> = {
  initialState: { revision: -1, counter: 0 },
  streamOf: ({ passkeyId }) => passkeyStream(passkeyId),
  evolve: ({ revision }, { data }) => ({ revision: revision + 1, counter: data.counter }),
  decide({ added, ...data }, { counter }) {
    const known = Math.max(added, counter);
    const counts = known > 0 || data.counter > 0;
    if (counts && data.counter <= known) return { rejection: 'wrong-passkey' };
    return { events: [{ type: 'PasskeyUsed', data }] };
  },
};
