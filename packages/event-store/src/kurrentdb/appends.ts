import { type EventData, jsonEvent } from '@eventstore/db-client';
import { createBackoff, withTimeout } from '@journal/service-kit/async';
import type { EncodedAppend } from '../check-requests.ts';
import {
  type AppendResult,
  AppendUnknown,
  InvalidRequest,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
} from '../event-store.port.ts';
import type { SharedClient } from './client.ts';
import { appendFaultOf, needsNewClient, toStoreError } from './faults.ts';
import { positionOf, readStream, toPosition } from './reading.ts';

/** Milliseconds after which an attempt counts as lost. */
const deadline = 5_000;

/**
 * Runs appends of different streams concurrently, those of one stream in the order of the calls. An append whose outcome
 * is unknown is retried for `retryTimeout` milliseconds.
 */
export function createAppends(client: SharedClient, retryTimeout: number) {
  const last = new Map<string, Promise<unknown>>();
  return {
    append(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
      const before = last.get(append.stream) ?? Promise.resolve();
      const result = before.then(() => write(append, events));
      const settled = result
        .catch(() => {})
        .then(() => {
          if (last.get(append.stream) === settled) last.delete(append.stream);
        });
      last.set(append.stream, settled);
      return result;
    },
    /** Resolves when no append is in progress. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.all(last.values());
    },
  };

  /** Idempotent by event ids. KurrentDB itself knows a repeat only under the revision that was expected the first time. */
  async function write(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const earlier = typeof append.expected === 'number' ? await findEarlier(append) : undefined;
    return earlier ?? writeWithRetries(append, events);
  }

  /** Resolves with the result of an append whose events are there already. Throws `RevisionConflict` where some are. */
  async function findEarlier({ stream, events, expected }: EncodedAppend): Promise<AppendResult | undefined> {
    const wanted = new Set(events.map(({ id }) => id));
    let found = 0;
    for await (const event of readStream(client, stream)) {
      const isNext = event.id === events[found]?.id;
      if (isNext) found += 1;
      if (isNext && found === events.length)
        return { revision: Number(event.revision), position: positionOf(event), repeated: true };
      if (!isNext && (found > 0 || wanted.has(event.id))) throw new RevisionConflict(stream, expected);
    }
    if (found > 0) throw new RevisionConflict(stream, expected);
  }

  /** Safe to repeat with the same ids and expected revision; with `any` as safe as the server makes it. */
  async function writeWithRetries(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const giveUpAt = performance.now() + retryTimeout;
    const backoff = createBackoff();
    let maybeWritten = false;
    for (;;) {
      try {
        return await attempt(append, events);
      } catch (error) {
        const fault = appendFaultOf(error);
        if (error instanceof RevisionConflict || fault === 'conflict')
          return await resolveConflict(append, error);
        if (fault === 'invalid')
          throw new InvalidRequest(`KurrentDB can't store this: ${error}`, { cause: error });
        if (needsNewClient(error)) client.renew();
        maybeWritten ||= fault === 'unknown';
        if (fault === 'refused' || performance.now() > giveUpAt) throw giveUp(maybeWritten, error);
        await backoff.wait();
      }
    }
  }

  async function attempt(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const { stream, expected } = append;
    const expectedRevision =
      expected === 'any' ? 'any' : expected === 'none' ? 'no_stream' : BigInt(expected);
    // The client waits forever for a server that never answers.
    const { success, nextExpectedRevision, position } = await withTimeout(
      deadline + 1_000,
      client.current.appendToStream(stream, events.map(toClientEvent), { expectedRevision, deadline }),
    );
    if (!success) throw new RevisionConflict(stream, expected);
    const lastRevision = Number(nextExpectedRevision);
    if (position) return { revision: lastRevision, position: toPosition(position), repeated: false };
    // A repeat is acknowledged without a position.
    for await (const event of readStream(client, stream, lastRevision, 1))
      return { revision: lastRevision, position: positionOf(event), repeated: true };
    throw new Error(`Event ${lastRevision} of ${stream} was acknowledged but is not readable`);
  }

  async function resolveConflict(append: EncodedAppend, cause: unknown): Promise<AppendResult> {
    const earlier = await findEarlier(append).catch((error) => {
      // It may be in conflict with its own earlier attempt.
      throw error instanceof StoreUnavailable ? new AppendUnknown(error.message, { cause: error }) : error;
    });
    if (earlier) return earlier;
    throw new RevisionConflict(append.stream, append.expected, { cause });
  }
}

function giveUp(maybeWritten: boolean, cause: unknown): AppendUnknown | StoreUnavailable {
  return maybeWritten
    ? new AppendUnknown('The connection was lost during the append', { cause })
    : toStoreError(cause);
}

function toClientEvent({ id, type, data, metadata }: NewEvent): EventData {
  return jsonEvent({ id, type, data: { ...data }, metadata });
}
