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

/** A count reported by a worker. */
export const ReportedCount = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const countsOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, ReportedCount])) as {
      [Name in Names[number]]: typeof ReportedCount;
    },
    { additionalProperties: false },
  );

/** Number of recipients by outcome. */
export const MailedCounts = countsOf(mailingOutcomes);

/** A mailing as returned by a write. */
export const MailingState = Type.Object({
  id: Type.String(),
  issueNumber: Type.Integer(),
  /** `everybody`, or the section that its readers subscribed to. */
  audience: Type.Enum([...mailingAudiences]),
  status: Type.Enum([...mailingStatuses]),
  /** Reason for a pause; null if the mailing is not paused. */
  reason: nullable(Type.Enum([...mailingPauses])),
  /** Number of recipients; null until they are recorded. */
  recipients: nullable(Count),
  preparedAt: DateTime,
  startedAt: nullable(DateTime),
  completedAt: nullable(DateTime),
  /** Null until the mailing is completed. */
  counts: nullable(MailedCounts),
});
export type MailingState = Static<typeof MailingState>;

/** Number of known bounces among the copies that mail servers accepted. */
const returned = Count;

/** A mailing in the list of its issue's mailings. */
export const ListedMailing = Type.Object({ ...MailingState.properties, returned });
export type ListedMailing = Static<typeof ListedMailing>;

/** An issue as a mail. */
export const IssueMail = Type.Object({ subject: Type.String(), html: Type.String(), text: Type.String() });
export type IssueMail = Static<typeof IssueMail>;

/** A step of a mailing: who, when, and by which event. */
export const MailingStep = Type.Object({
  revision: Count,
  event: Type.String(),
  at: DateTime,
  actor: HistoryActor,
  reason: nullable(Type.Enum([...mailingPauses])),
});
export type MailingStep = Static<typeof MailingStep>;

/** A recipient whose delivery is uncertain. */
export const UncertainDelivery = Type.Object({
  /** Time of the delivery attempt. */
  at: DateTime,
  /** Last response code of the mail server; null if there was none. */
  smtpCode: nullable(Type.String()),
  /** Only for users who may read addresses, otherwise null; also null once erased. */
  email: nullable(Type.String()),
});
export type UncertainDelivery = Static<typeof UncertainDelivery>;

/** A mailing, its progress and its history. */
export const Mailing = Type.Object({
  ...MailingState.properties,
  /** Number of recipients if the mailing were started now; null once it was started. */
  expected: nullable(Count),
  /** Number of copies by status. */
  deliveries: countsOf(deliveryStatuses),
  returned,
  /** Number of ready copies that are delayed because the recipient's mail server deferred them. */
  deferred: Count,
  /** Recent sending rate, in copies per minute. */
  perMinute: Count,
  /** Estimated seconds at this rate until the last copy that is not deferred; null if unknown. */
  secondsLeft: nullable(Count),
  /** At most a hundred uncertain deliveries. */
  uncertain: Type.Array(UncertainDelivery),
  /** Newest first. */
  steps: Type.Array(MailingStep),
});
export type Mailing = Static<typeof Mailing>;
