import type { auditKinds } from '@journal/contracts';
import type { MailingAudience, MailingCounts, MailingPause, MailingStatus } from '@journal/events/fields';
import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const mailing = {
  mailingId: 'text',
  issueNumber: 'integer',
  /** Revision of the last applied event in the mailing's stream. */
  revision: 'integer',
  audience: 'text',
  status: 'text',
  /** Reason for the pause. */
  reason: 'text',
  recipients: 'integer',
  contentHash: 'text',
  preparedAt: 'timestamptz',
  startedAt: 'timestamptz',
  /** When the content and the recipients were recorded. */
  frozenAt: 'timestamptz',
  completedAt: 'timestamptz',
  /** `MailingCounts` as JSON. */
  counts: 'text',
} as const;
const nullable = [
  'reason',
  'recipients',
  'contentHash',
  'startedAt',
  'frozenAt',
  'completedAt',
  'counts',
] as const;

/** A mailing as it is now. The state of its copies is in the tables of deliveries. */
export type MailingRow = RowOf<
  typeof mailing,
  (typeof nullable)[number],
  {
    readonly audience: MailingAudience;
    readonly status: MailingStatus;
    readonly reason: MailingPause | null;
  }
>;

export const mailingColumns: Columns<MailingRow> = mailing;

/** Returns the number of recipients by outcome, or null before the mailing has ended. */
export const countsIn = ({ counts }: Pick<MailingRow, 'counts'>): MailingCounts | null =>
  counts === null ? null : JSON.parse(counts);

const step = {
  mailingId: 'text',
  revision: 'integer',
  event: 'text',
  at: 'timestamptz',
  actorId: 'text',
  actorRole: 'text',
  reason: 'text',
} as const;

/** What was done about a mailing, and by whom. */
export type MailingStepRow = RowOf<
  typeof step,
  'reason',
  { readonly event: (typeof auditKinds.mailing)[number]; readonly reason: MailingPause | null }
>;

export const mailingStepColumns: Columns<MailingStepRow> = step;

/** The mailings of issues. Contains nothing about readers. */
export const mailingsModel = {
  name: 'mailings',
  version: 1,
  migrations: {
    '0001-mailing': `
      create table mailing (${definitionsOf(mailing, ...nullable)}, primary key (mailing_id));
      create index mailing_issue on mailing (issue_number);
      create table mailing_step (
        ${definitionsOf(step, 'reason')}, primary key (mailing_id, revision)
      );
    `,
  },
} as const satisfies ReadModel;
