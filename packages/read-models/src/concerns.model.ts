import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  concernId: 'text',
  at: 'timestamptz',
  articleId: 'integer',
  /** Null where the key is gone; that it is erased is then on its way. */
  text: 'text',
  replyTo: 'text',
} as const;

/** A concern that somebody has reported who need not have an account. It is deleted when its time is over. */
export type ConcernRow = RowOf<typeof ownColumns, 'articleId' | 'text' | 'replyTo'>;

export const concernColumns: Columns<ConcernRow> = ownColumns;

/** What people have reported by the form for everybody; those of writers are in the history of their pitches. */
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
