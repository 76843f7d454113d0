import { type NewSessionEvent, type SessionEvent, sessionStream } from '@journal/events';
import type { CommandOf, Dated, Decider } from '../decider.ts';

type Begun = { readonly userId: string; readonly version: number; readonly hasEnded: boolean };

/** State of one session; `begun` is missing if it never started. */
export type SessionState = { readonly revision: number; readonly begun?: Begun };

type Commands = {
  /** Requires a new id. */
  StartSession: Extract<NewSessionEvent, { type: 'SessionStarted' }>['data'];
  EndSession: { sessionId: string; userId: string };
};
export type SessionCommand = CommandOf<Commands>;

export const sessionDecider: Decider<SessionState, SessionCommand, NewSessionEvent, 'session-not-found'> = {
  initialState: { revision: -1 },
  streamOf: ({ sessionId }) => sessionStream(sessionId),
  evolve({ revision, begun }, { type, data }: Dated<SessionEvent>) {
    const next = { revision: revision + 1 };
    if (type === 'SessionStarted')
      return { ...next, begun: { userId: data.userId, version: data.version, hasEnded: false } };
    return begun ? { ...next, begun: { ...begun, hasEnded: true } } : next;
  },
  decide(command, { begun }) {
    switch (command.type) {
      case 'StartSession': {
        const { type: _type, ...data } = command;
        return { events: [{ type: 'SessionStarted', data }] };
      }
      case 'EndSession': {
        const { userId, sessionId } = command;
        if (begun?.userId !== userId) return { rejection: 'session-not-found' };
        return { events: begun.hasEnded ? [] : [{ type: 'SessionEnded', data: { userId, sessionId } }] };
      }
      default:
        return command satisfies never;
    }
  },
};
