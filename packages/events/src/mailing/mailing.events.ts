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
  /** A test copy is sent to this address, which is sealed with the key of the user who requested it. */
  MailingTested: {
    data: { ...which, userId: Type.String(), email: Type.String() },
    sealed: [{ subject: userSubject, fields: ['email'] }],
  },
  /** From now on, the mailing is sent automatically. */
  MailingStarted: { data: which },
  /** The content and the recipients are recorded. What is still to be sent follows later edits of the issue. */
  MailingFrozen: { data: { ...which, recipients: count, contentHash: Type.String() } },
  MailingPaused: { data: { ...which, reason: Type.Enum([...mailingPauses]) } },
  MailingResumed: { data: which },
  /** Recipients who have not received a copy yet will not receive one. */
  MailingCancelled: { data: which },
  /** Delivery has ended for every recipient, with any outcome. */
  MailingCompleted: { data: { ...which, counts } },
  /** The mailing is sent again to the recipients whose delivery is uncertain. */
  MailingRepeated: { data: which },
});

/** Events of a mailing's stream, as returned by the decider. */
export type NewMailingEvent = NewEventOf<typeof mailingEvents>;

/** Events of a mailing's stream, as read from the log; the address of a test may be null. */
export type MailingEvent = ReadEventOf<typeof mailingEvents>;

export const mailingStream = (mailingId: string) => `mailing-${mailingId}`;

/** Returns the id in a mailing stream's name; undefined for any other stream. */
export const mailingIdOfStream = (stream = ''): string | undefined =>
  /^mailing-([1-9][0-9]*-[1-9][0-9]*)$/.exec(stream)?.[1];
