import { AccessDeniedError, ErrorType, isCommandError, NotLeaderError } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.port.ts';

/** Returns a failed call as the port's error; its cause is the error of the client or the network. */
export function toStoreError(error: unknown): StoreUnavailable {
  const reason = error instanceof Error ? error.message : String(error);
  const message =
    error instanceof AccessDeniedError
      ? 'KurrentDB denies this user access; reading $all needs rights'
      : `KurrentDB is unavailable: ${reason}`;
  return new StoreUnavailable(message, { cause: error });
}

/** Whether only a new client can help: a client keeps the result of a failed discovery forever. */
export function needsNewClient(error: unknown): boolean {
  return error instanceof Error && !isCommandError(error) && error.message.startsWith('Failed to discover');
}

/**
 * What a failed append tells:
 * `conflict` – the stream is not at the expected revision; this attempt wrote nothing.
 * `invalid` – it can never be stored.
 * `refused` – nothing was written, and an immediate retry is pointless.
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

/** Messages of the gRPC channel and of the client for a call that was never sent. */
const neverSent = /No connection established|Name resolution failed|Failed to discover/;

export function appendFaultOf(error: unknown): AppendFault {
  if (error instanceof NotLeaderError) return 'unreachable';
  const known = error instanceof Error && isCommandError(error) ? byType[error.type] : undefined;
  if (known) return known;
  return error instanceof Error && neverSent.test(error.message) ? 'unreachable' : 'unknown';
}
