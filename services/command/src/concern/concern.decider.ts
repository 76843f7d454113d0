import { type ConcernEvent, concernStream, type NewConcernEvent } from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/** State after folding the events of a concern; `reportedAt` is null before it is reported. */
export type ConcernState = {
  readonly revision: number;
  readonly reportedAt: string | null;
  readonly isErased: boolean;
};

type Commands = {
  ReportAnyConcern: { concernId: string; articleId: number | null; text: string; replyTo: string | null };
  /** Does nothing unless it was reported before `reportedBefore`. */
  EraseConcern: { concernId: string; reportedBefore: string };
};
export type ConcernCommand = CommandOf<Commands>;

export const concernDecider: Decider<ConcernState, ConcernCommand, NewConcernEvent, never> = {
  initialState: { revision: -1, reportedAt: null, isErased: false },
  streamOf: ({ concernId }) => concernStream(concernId),
  evolve,
  decide,
};

function evolve(state: ConcernState, { type, metadata }: Dated<ConcernEvent>): ConcernState {
  const revision = state.revision + 1;
  switch (type) {
    case 'ConcernReported':
      return { revision, reportedAt: metadata.at, isErased: false };
    case 'ConcernErased':
      return { ...state, revision, isErased: true };
    default:
      return type satisfies never;
  }
}

function decide(command: ConcernCommand, state: ConcernState): Decision<NewConcernEvent, never> {
  const { reportedAt, isErased } = state;
  switch (command.type) {
    case 'ReportAnyConcern': {
      const { type: _type, ...data } = command;
      return { events: reportedAt === null ? [{ type: 'ConcernReported', data }] : [] };
    }
    case 'EraseConcern': {
      const { concernId, reportedBefore } = command;
      const isDue = reportedAt !== null && !isErased && reportedAt < reportedBefore;
      return { events: isDue ? [{ type: 'ConcernErased', data: { concernId } }] : [] };
    }
    default:
      return command satisfies never;
  }
}
