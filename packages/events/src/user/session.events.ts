import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { userSubject } from './user.events.ts';

const userId = Type.String();
/** Identifies a session; who knows it has no right to it. */
const sessionId = Type.String();

/** One session in a stream of its own, so that those of long ago cost nobody anything. */
export const sessionEvents = defineEvents({
  /**
   * `version` is the user's session version, by which it may be over already; `device` says in a few words with what, as
   * "Chrome on Android", or null where that is not known.
   */
  SessionStarted: {
    data: {
      userId,
      sessionId,
      version: Type.Integer({ minimum: 0 }),
      device: Type.Union([Type.String(), Type.Null()]),
    },
    sealed: [{ subject: userSubject, fields: ['device'] }],
  },
  /** It was signed out of, or ended from another. */
  SessionEnded: { data: { userId, sessionId } },
});

export type NewSessionEvent = NewEventOf<typeof sessionEvents>;
export type SessionEvent = ReadEventOf<typeof sessionEvents>;

export const sessionStream = (sessionId: string) => `session-${sessionId}`;
