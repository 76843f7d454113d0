import { idempotencyKeyHeader, type SubmissionFields, type SubmissionReceipt } from '@journal/contracts';
import { write } from './browser-write.ts';

/** Sends a pitch; with the same key and fields again it counts once. */
export const pitch = (body: SubmissionFields, key: string) =>
  write<SubmissionReceipt>('POST', '/api/submissions', body, { [idempotencyKeyHeader]: key });
