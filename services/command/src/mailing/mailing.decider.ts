import {
  type MailingAudience,
  type MailingCounts,
  type MailingEvent,
  type MailingPause,
  type MailingStatus,
  type MailingTrouble,
  mailingStream,
  type NewMailingEvent,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

type ExistingMailing = {
  readonly status: MailingStatus;
  readonly revision: number;
  readonly id: string;
  readonly issueNumber: number;
  readonly audience: MailingAudience;
  readonly reason: MailingPause | null;
  readonly recipients: number | null;
  readonly preparedAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly counts: MailingCounts | null;
};

/** State after folding the events of a stream. `revision` is that of the last event, -1 if there is none. */
export type MailingState = { readonly status: 'missing'; readonly revision: -1 } | ExistingMailing;

/** `seen`: revisions that the editor has seen; if omitted, any. */
type Seen = { mailingId: string; seen?: readonly number[] };
/** `isPublished`: whether readers see the issue. */
type Sending = Seen & { isPublished: boolean };
/** Reported by the worker for the revision that it has seen; at any other revision it has no effect. */
type WorkerReport = { mailingId: string; revision: number };

type Commands = {
  PrepareMailing: { mailingId: string; issueNumber: number; audience: MailingAudience };
  /** `isSuppressed`: whether nothing is mailed to that address because of bounces. */
  TestMailing: Seen & { userId: string; email: string; isSuppressed: boolean };
  StartMailing: Sending;
  PauseMailing: Seen;
  ResumeMailing: Sending;
  CancelMailing: Seen;
  /**
   * `hasOther`: whether another mailing of its issue has not ended. `recordedSince`: start of the oldest mailings of
   * which it is still recorded to whom they were sent.
   */
  RepeatMailing: Sending & { hasOther: boolean; recordedSince: string };
  FreezeMailing: WorkerReport & { recipients: number; contentHash: string };
  StopMailing: WorkerReport & { reason: MailingTrouble };
  CompleteMailing: WorkerReport & { counts: MailingCounts };
};
export type MailingCommand = CommandOf<Commands>;

export type MailingRejection =
  | 'mailing-not-found'
  | 'mailing-exists'
  | 'mailing-started'
  | 'mailing-not-under-way'
  | 'mailing-not-paused'
  | 'mailing-over'
  | 'mailing-of-unpublished'
  | 'mailing-changed-meanwhile'
  | 'nothing-uncertain'
  | 'address-suppressed';

/** Whether a mailing has ended, so that the issue may have another one. */
export const hasEnded = ({ status }: MailingState): boolean =>
  status === 'completed' || status === 'cancelled';

export const mailingDecider: Decider<MailingState, MailingCommand, NewMailingEvent, MailingRejection> = {
  initialState: { status: 'missing', revision: -1 },
  streamOf: ({ mailingId }) => mailingStream(mailingId),
  evolve,
  decide,
};

function evolve(state: MailingState, event: Dated<MailingEvent>): MailingState {
  const revision = state.revision + 1;
  const { at } = event.metadata;
  if (event.type === 'MailingPrepared') {
    const { mailingId: id, issueNumber, audience } = event.data;
    const nothing = { reason: null, recipients: null, startedAt: null, completedAt: null, counts: null };
    return { status: 'prepared', revision, id, issueNumber, audience, preparedAt: at, ...nothing };
  }
  if (state.status === 'missing') throw new Error(`${event.type} cannot be the first event of a mailing`);
  const next = { ...state, revision };
  const statusUnderWay = state.recipients === null ? 'freezing' : 'sending';
  switch (event.type) {
    case 'MailingTested':
      return next;
    case 'MailingStarted':
      return { ...next, status: 'freezing', startedAt: at };
    case 'MailingFrozen':
      return {
        ...next,
        status: state.status === 'paused' ? 'paused' : 'sending',
        recipients: event.data.recipients,
      };
    case 'MailingPaused':
      return { ...next, status: 'paused', reason: event.data.reason };
    case 'MailingResumed':
    case 'MailingRepeated':
      return { ...next, status: statusUnderWay, reason: null, completedAt: null, counts: null };
    case 'MailingCancelled':
      return { ...next, status: 'cancelled', reason: null };
    case 'MailingCompleted':
      return { ...next, status: 'completed', reason: null, completedAt: at, counts: event.data.counts };
    default:
      return event satisfies never;
  }
}

function decide(command: MailingCommand, state: MailingState): Decision<NewMailingEvent, MailingRejection> {
  const { mailingId } = command;
  if (command.type === 'PrepareMailing') {
    const { issueNumber, audience } = command;
    if (state.status !== 'missing') return { rejection: 'mailing-exists' };
    return { events: [{ type: 'MailingPrepared', data: { mailingId, issueNumber, audience } }] };
  }
  if (state.status === 'missing') return { rejection: 'mailing-not-found' };
  if ('revision' in command)
    return { events: command.revision === state.revision ? reportEventsOf(command, state) : [] };
  if (command.seen && !command.seen.includes(state.revision))
    return { rejection: 'mailing-changed-meanwhile' };
  if ('isPublished' in command && !command.isPublished) return { rejection: 'mailing-of-unpublished' };
  const { status } = state;
  switch (command.type) {
    case 'TestMailing':
    case 'StartMailing': {
      if (hasEnded(state)) return { rejection: 'mailing-over' };
      if (status !== 'prepared') return { rejection: 'mailing-started' };
      if (command.type === 'StartMailing')
        return { events: [{ type: 'MailingStarted', data: { mailingId } }] };
      const { userId, email, isSuppressed } = command;
      if (isSuppressed) return { rejection: 'address-suppressed' };
      return { events: [{ type: 'MailingTested', data: { mailingId, userId, email } }] };
    }
    case 'PauseMailing':
      if (status === 'paused') return { events: [] };
      if (!isUnderWay(state)) return { rejection: 'mailing-not-under-way' };
      return { events: [{ type: 'MailingPaused', data: { mailingId, reason: 'editor' } }] };
    case 'ResumeMailing':
      if (status !== 'paused') return { rejection: 'mailing-not-paused' };
      return { events: [{ type: 'MailingResumed', data: { mailingId } }] };
    case 'CancelMailing':
      if (hasEnded(state)) return { rejection: 'mailing-over' };
      return { events: [{ type: 'MailingCancelled', data: { mailingId } }] };
    case 'RepeatMailing':
      if (!mayHaveUncertain(state) || (state.startedAt ?? '') < command.recordedSince)
        return { rejection: 'nothing-uncertain' };
      if (command.hasOther) return { rejection: 'mailing-exists' };
      return { events: [{ type: 'MailingRepeated', data: { mailingId } }] };
    default:
      return command satisfies never;
  }
}

/** Returns the events that follow from a worker's report at its revision. */
function reportEventsOf(
  command: Extract<MailingCommand, WorkerReport>,
  state: ExistingMailing,
): readonly NewMailingEvent[] {
  const { mailingId } = command;
  const isPaused = state.status === 'paused';
  switch (command.type) {
    case 'FreezeMailing': {
      const { recipients, contentHash } = command;
      if (state.recipients !== null || !(isPaused || state.status === 'freezing')) return [];
      return [{ type: 'MailingFrozen', data: { mailingId, recipients, contentHash } }];
    }
    case 'StopMailing':
      if (!isUnderWay(state)) return [];
      return [{ type: 'MailingPaused', data: { mailingId, reason: command.reason } }];
    case 'CompleteMailing':
      if (state.recipients === null || !(isPaused || state.status === 'sending')) return [];
      return [{ type: 'MailingCompleted', data: { mailingId, counts: command.counts } }];
    default:
      return command satisfies never;
  }
}

const isUnderWay = ({ status }: MailingState) => status === 'freezing' || status === 'sending';

/** Whether deliveries may be uncertain; for a paused mailing only the delivery table knows. */
const mayHaveUncertain = ({ status, recipients, counts }: ExistingMailing) =>
  status === 'completed' ? (counts?.uncertain ?? 0) > 0 : status === 'paused' && recipients !== null;
