import {
  deliveryStatuses,
  mailingAudiences,
  mailingOutcomes,
  mailingPauses,
  mailingStatuses,
} from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { HistoryActor } from '../audit/history.routes.ts';
import { Count, DateTime, nullable } from '../system/schemas.ts';

/** What a worker has counted. */
export const Told = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const countsOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Told])) as {
      [Name in Names[number]]: typeof Told;
    },
    { additionalProperties: false },
  );

/** For how many a mailing has ended in which way. */
export const MailedCounts = countsOf(mailingOutcomes);

/** A mailing as a write leaves it. */
export const MailingState = Type.Object({
  id: Type.String(),
  issueNumber: Type.Integer(),
  /** `everybody`, or the section that its readers have asked for. */
  audience: Type.Enum([...mailingAudiences]),
  status: Type.Enum([...mailingStatuses]),
  /** Why it is paused; null where it is not. */
  reason: nullable(Type.Enum([...mailingPauses])),
  /** How many people it is for; null until that is written down. */
  recipients: nullable(Count),
  preparedAt: DateTime,
  startedAt: nullable(DateTime),
  completedAt: nullable(DateTime),
  /** Null until it is completed. */
  counts: nullable(MailedCounts),
});
export type MailingState = Static<typeof MailingState>;

/** How many of the copies that a mail server had taken came back from there, as far as that is known. */
const returned = Count;

/** A mailing among those of its issue. */
export const ListedMailing = Type.Object({ ...MailingState.properties, returned });
export type ListedMailing = Static<typeof ListedMailing>;

/** An issue as a mail. */
export const IssueMail = Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() });
export type IssueMail = Static<typeof IssueMail>;

/** What was done about a mailing: who, when, and with which event. */
export const MailingStep = Type.Object({
  revision: Count,
  event: Type.String(),
  at: DateTime,
  actor: HistoryActor,
  reason: nullable(Type.Enum([...mailingPauses])),
});
export type MailingStep = Static<typeof MailingStep>;

/** Somebody of whom nobody knows whether they have it. */
export const UncertainDelivery = Type.Object({
  /** When the copy was on its way. */
  at: DateTime,
  /** What the mail server said last; null where it said nothing. */
  smtpCode: nullable(Type.String()),
  /** For whoever may read addresses; null for others, and once it is erased. */
  email: nullable(Type.String()),
});
export type UncertainDelivery = Static<typeof UncertainDelivery>;

/** A mailing, how far it has come, and its history. */
export const Mailing = Type.Object({
  ...MailingState.properties,
  /** To how many people it would go if it were started now; null once it was. */
  expected: nullable(Count),
  /** How many of its recipients are where. */
  deliveries: countsOf(deliveryStatuses),
  returned,
  /** How many of those that are ready wait for a while, as their mail server has put them off. */
  deferred: Count,
  /** How many copies a minute were sent of late. */
  perMinute: Count,
  /** How long it takes at this rate to the last that is not deferred; null where that can't be told. */
  secondsLeft: nullable(Count),
  /** At most a hundred of those who are uncertain. */
  uncertain: Type.Array(UncertainDelivery),
  /** From the newest to the oldest. */
  steps: Type.Array(MailingStep),
});
export type Mailing = Static<typeof Mailing>;
