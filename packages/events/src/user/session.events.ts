import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { userSubject } from './user.events.ts';

const userId = Type.String();
/** Identifies a session. Knowing it grants no access. */
const sessionId = Type.String();

/** Each session has its own stream, so that old sessions cost nothing. */
export const sessionEvents = defineEvents({
  /**
   * `version`: the user's session version, which may already have ended the session. `device`: a short description,
   * such as "Chrome on Android"; null if unknown.
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
  /** The user signed out of the session, or ended it from another one. */
  SessionEnded: { data: { userId, sessionId } },
});

export type NewSessionEvent = NewEventOf<typeof sessionEvents>;
export type SessionEvent = ReadEventOf<typeof sessionEvents>;

export const sessionStream = (sessionId: string) => `session-${sessionId}`;
