import { AccessDeniedError, ErrorType, isCommandError, NotLeaderError } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.port.ts';
import { type AppendFault, reasonOf } from '../retry-append.ts';

/** Converts the error of a failed call to the port's error, with the client's or the network's error as its cause. */
export function toStoreError(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const message =
    error instanceof AccessDeniedError
      ? 'KurrentDB denied this user access: the user needs the right to read $all'
      : `KurrentDB is unavailable: ${reasonOf(error)}`;
  return new StoreUnavailable(message, { cause: error });
}

/** Whether only a new client can help: a client caches a failed discovery forever. */
export function needsNewClient(error: unknown): boolean {
  return error instanceof Error && !isCommandError(error) && error.message.startsWith('Failed to discover');
}

const byType: Partial<Record<ErrorType, AppendFault>> = {
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'invalid',
  [ErrorType.INVALID_ARGUMENT]: 'invalid',
  [ErrorType.STREAM_DELETED]: 'invalid',
  [ErrorType.ACCESS_DENIED]: 'refused',
  [ErrorType.UNSUPPORTED]: 'refused',
};

/** Error messages of the gRPC channel and the client for a call that was never sent. */
const neverSent = /No connection established|Name resolution failed|Failed to discover/;

export function appendFaultOf(error: unknown): AppendFault {
  if (error instanceof NotLeaderError) return 'retry';
  const known = error instanceof Error && isCommandError(error) ? byType[error.type] : undefined;
  if (known) return known;
  return error instanceof Error && neverSent.test(error.message) ? 'retry' : 'unknown';
}
