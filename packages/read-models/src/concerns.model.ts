import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  concernId: 'text',
  at: 'timestamptz',
  articleId: 'integer',
  /** Null if the key is gone; the event that erases the concern then follows. */
  text: 'text',
  replyTo: 'text',
} as const;

/** A concern reported by somebody who need not have an account. It is deleted when its retention period ends. */
export type ConcernRow = RowOf<typeof ownColumns, 'articleId' | 'text' | 'replyTo'>;

export const concernColumns: Columns<ConcernRow> = ownColumns;

/** Concerns that people reported with the public form. Those of writers are in the history of their pitches. */
export const concernsModel = {
  name: 'concerns',
  version: 1,
  migrations: {
    '0001-concern': `
      create table concern (
        ${definitionsOf(ownColumns, 'articleId', 'text', 'replyTo')},
        primary key (concern_id)
      );
      create index concern_at on concern (at desc);
      -- The planner's samples of a column outlive the rows that they are from.
      alter table concern alter column text set statistics 0, alter column reply_to set statistics 0;
    `,
  },
} as const satisfies ReadModel;
