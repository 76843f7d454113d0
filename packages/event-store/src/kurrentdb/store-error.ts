import { AccessDeniedError, isCommandError } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.port.ts';

/** A failed call as the port tells it: what the client or the network said is its cause. */
export function toStoreError(error: unknown): StoreUnavailable {
  const reason = error instanceof Error ? error.message : String(error);
  const message =
    error instanceof AccessDeniedError
      ? 'KurrentDB refuses this user; reading $all needs rights'
      : `KurrentDB can't be used just now: ${reason}`;
  return new StoreUnavailable(message, { cause: error });
}

/** Whether only a new client can help: the client keeps the outcome of a failed discovery for good. */
export function needsNewClient(error: unknown): boolean {
  return error instanceof Error && !isCommandError(error) && error.message.startsWith('Failed to discover');
}
