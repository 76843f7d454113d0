import { ErrorType, isCommandError, NotLeaderError } from '@eventstore/db-client';

/**
 * What a failed append says:
 * `conflict` – the stream is not as expected; nothing was written by this attempt.
 * `invalid` – it can't be stored, now or ever.
 * `refused` – nothing was written, and trying again at once is of no use.
 * `unreachable` – it was never sent.
 * `unknown` – it may or may not have been written.
 */
export type AppendFault = 'conflict' | 'invalid' | 'refused' | 'unreachable' | 'unknown';

const byType: Partial<Record<ErrorType, AppendFault>> = {
  [ErrorType.WRONG_EXPECTED_VERSION]: 'conflict',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'invalid',
  [ErrorType.INVALID_ARGUMENT]: 'invalid',
  [ErrorType.STREAM_DELETED]: 'invalid',
  [ErrorType.ACCESS_DENIED]: 'refused',
  [ErrorType.UNSUPPORTED]: 'refused',
};

/** Words of the gRPC channel and of the client for a call that found no connection to leave by. */
const neverSent = /No connection established|Name resolution failed|Failed to discover/;

export function appendFaultOf(error: unknown): AppendFault {
  if (error instanceof NotLeaderError) return 'unreachable';
  const known = error instanceof Error && isCommandError(error) ? byType[error.type] : undefined;
  if (known) return known;
  return error instanceof Error && neverSent.test(error.message) ? 'unreachable' : 'unknown';
}
