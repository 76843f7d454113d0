import {
  type ConsentState,
  consentAfter,
  type NewUserEvent,
  type UserEvent,
  userStream,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/**
 * State of the consent of a user's guardian, readable without any key. `revision` is that of the last event, -1 if
 * there is none. `guardianId`: of the last request; `changedAt`: when it was made or last answered; `endedRequestIds`: of
 * requests whose address is no longer needed.
 */
export type ConsentOfUser = {
  readonly revision: number;
  readonly isRegistered: boolean;
  /** Whether the writer proved that they receive mail at their own address. */
  readonly isConfirmed: boolean;
  readonly consent: ConsentState | null;
  readonly guardianId: string | null;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  readonly endedRequestIds: readonly string[];
};

/** `askedBefore`: ISO 8601, UTC; requests made before it can no longer be answered, nor ended ones be read. */
type Commands = {
  /** Replaces an earlier request. */
  AskGuardian: { userId: string; guardianId: string; email: string };
  GiveConsent: { userId: string; guardianId: string; askedBefore: string };
  /** Declines the request, or withdraws the consent that was given. */
  RefuseConsent: { userId: string; guardianId: string; askedBefore: string };
  /** Does nothing if the request was answered or was made later. */
  EndUnanswered: { userId: string; askedBefore: string };
};
export type ConsentCommand = CommandOf<Commands>;

type ConsentRejection = 'user-not-found' | 'own-email-unconfirmed' | 'consent-given' | 'link-void';

/** Shares the user's stream with `accountDecider`, but covers only consent. */
export const consentDecider: Decider<ConsentOfUser, ConsentCommand, NewUserEvent, ConsentRejection> = {
  initialState: {
    revision: -1,
    isRegistered: false,
    isConfirmed: false,
    consent: null,
    guardianId: null,
    changedAt: '',
    endedRequestIds: [],
  },
  streamOf: ({ userId }) => userStream(userId),
  evolve,
  decide,
};

function evolve(state: ConsentOfUser, event: Dated<UserEvent>): ConsentOfUser {
  const { type, data, metadata } = event;
  const next = {
    ...state,
    revision: state.revision + 1,
    consent: consentAfter(state.consent, type),
  };
  switch (type) {
    case 'UserRegistered':
      return { ...next, isRegistered: true };
    case 'UserForgotten':
      return { ...next, isRegistered: false };
    case 'UserEmailConfirmed':
      return { ...next, isConfirmed: true };
    case 'GuardianAsked':
      return { ...next, guardianId: data.guardianId, changedAt: metadata.at };
    case 'GuardianDeclined':
    case 'ConsentWithdrawn':
    case 'GuardianRequestEnded':
      return {
        ...next,
        changedAt: metadata.at,
        endedRequestIds: [...state.endedRequestIds, data.guardianId],
      };
    default:
      return next;
  }
}

/**
 * Whether the holder of a request's link may still answer it, withdraw the answer, or see that it was declined or
 * withdrawn.
 */
export const isLinkValid = (
  { isRegistered, consent, guardianId, changedAt }: ConsentOfUser,
  link: { readonly guardianId: string; readonly askedBefore: string },
): boolean =>
  isRegistered &&
  guardianId === link.guardianId &&
  consent !== 'unanswered' &&
  (consent === 'given' || changedAt >= link.askedBefore);

function decide(command: ConsentCommand, state: ConsentOfUser): Decision<NewUserEvent, ConsentRejection> {
  const { userId } = command;
  const { consent, isRegistered } = state;
  if (command.type === 'GiveConsent' || command.type === 'RefuseConsent') {
    if (!isLinkValid(state, command)) return { rejection: 'link-void' };
    const data = { userId, guardianId: command.guardianId };
    const gives = command.type === 'GiveConsent';
    if (consent === 'asked')
      return { events: [{ type: gives ? 'GuardianConsented' : 'GuardianDeclined', data }] };
    if (consent === 'given') return { events: gives ? [] : [{ type: 'ConsentWithdrawn', data }] };
    // Its address is erased: another consent requires another request.
    return gives ? { rejection: 'link-void' } : { events: [] };
  }
  if (!isRegistered) return { rejection: 'user-not-found' };
  const ending =
    consent === 'asked' && state.guardianId !== null
      ? [{ type: 'GuardianRequestEnded' as const, data: { userId, guardianId: state.guardianId } }]
      : [];
  switch (command.type) {
    case 'AskGuardian': {
      if (consent === 'given') return { rejection: 'consent-given' };
      // Anybody can register with a child's address; the consent would outlast the child's taking the account over.
      if (!state.isConfirmed) return { rejection: 'own-email-unconfirmed' };
      const { guardianId, email } = command;
      return { events: [...ending, { type: 'GuardianAsked', data: { userId, guardianId, email } }] };
    }
    case 'EndUnanswered':
      return { events: state.changedAt < command.askedBefore ? ending : [] };
    default:
      return command satisfies never;
  }
}
