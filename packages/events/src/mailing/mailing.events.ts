import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { userSubject } from '../user/user.events.ts';
import { mailingAudiences, mailingOutcomes, mailingPauses } from './mailing.fields.ts';

const which = { mailingId: Type.String() };
const count = Type.Integer({ minimum: 0 });
const counts = Type.Object(
  Object.fromEntries(mailingOutcomes.map((outcome) => [outcome, count])) as {
    [Outcome in (typeof mailingOutcomes)[number]]: typeof count;
  },
  { additionalProperties: false },
);

export const mailingEvents = defineEvents({
  MailingPrepared: {
    data: {
      ...which,
      issueNumber: Type.Integer({ minimum: 1 }),
      audience: Type.Enum([...mailingAudiences]),
    },
  },
  /** One copy goes to this address; the address is sealed with the key of whoever asked. */
  MailingTested: {
    data: { ...which, userId: Type.String(), email: Type.String() },
    sealed: [{ subject: userSubject, fields: ['email'] }],
  },
  /** From here on it goes out by itself. */
  MailingStarted: { data: which },
  /** What everybody gets, and who they are, is written down and changes no more. */
  MailingFrozen: { data: { ...which, recipients: count, contentHash: Type.String() } },
  MailingPaused: { data: { ...which, reason: Type.Enum([...mailingPauses]) } },
  MailingResumed: { data: which },
  /** Whoever has not got it yet gets it no more. */
  MailingCancelled: { data: which },
  /** It has ended for everybody, in one way or another. */
  MailingCompleted: { data: { ...which, counts } },
  /** It goes once more to those of whom nobody knows whether they have it. */
  MailingRepeated: { data: which },
});

/** The events of a mailing's stream as they are decided. */
export type NewMailingEvent = NewEventOf<typeof mailingEvents>;

/** The events of a mailing's stream as they are read; the address of a test may be null. */
export type MailingEvent = ReadEventOf<typeof mailingEvents>;

export const mailingStream = (mailingId: string) => `mailing-${mailingId}`;

/** Returns the id in a mailing stream's name; undefined for any other stream. */
export const mailingIdOfStream = (stream = ''): string | undefined =>
  /^mailing-([1-9][0-9]*-[1-9][0-9]*)$/.exec(stream)?.[1];
