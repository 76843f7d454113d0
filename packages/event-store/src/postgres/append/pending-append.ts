import type { EncodedAppend } from '../../append/encoded-append.ts';
import type { AppendResult, Position } from '../../event-store.port.ts';

/** An append that waits for its commit. */
export type PendingAppend = EncodedAppend & {
  /** About what it takes on the wire. */
  readonly bytes: number;
  /** By the monotonic clock. */
  readonly arrivedAt: number;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
};

/** What became of an append: written now, already there, refused by its expectation, or under a foreign stream's id. */
export type Outcome =
  | { readonly kind: 'appended' | 'known'; readonly revision: number; readonly position: Position }
  | { readonly kind: 'conflict' | 'elsewhere' };
