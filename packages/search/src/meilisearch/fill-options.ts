import type { BatchLimits } from './batches.ts';
import type { Connection } from './connection.ts';
import type { LiveIndexRecord } from './live-index.ts';
import type { Patience } from './tasks.ts';

/** How an index is filled, be it built or changed. */
export type FillOptions = {
  readonly connection: Connection;
  readonly record: LiveIndexRecord;
  readonly patience: Patience;
  readonly batches: BatchLimits;
};
