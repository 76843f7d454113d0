import { type EventData, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { withTimeout } from '@journal/service-kit/async';
import type { EncodedAppend } from '../check-requests.ts';
import {
  type AppendResult,
  AppendUnknown,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
} from '../event-store.port.ts';
import { isOutage, retryAppend, toExpiredError } from '../retry-append.ts';
import type { SharedClient } from './client.ts';
import { appendFaultOf, needsNewClient, toStoreError } from './faults.ts';
import { rememberIds } from './known-ids.ts';
import { positionOf, readStream, toPosition } from './reading.ts';

/** Milliseconds after which the server itself drops an append. */
const deadline = 5_000;

/**
 * Runs appends to different streams concurrently, and those to one stream in call order. An append of unknown outcome
 * is retried until `retryTimeout` milliseconds after the call. An append that has already waited longer than that
 * behind a failed one is not sent.
 */
export function createAppends(client: SharedClient, retryTimeout: number) {
  const last = new Map<string, Promise<unknown>>();
  const idsOf = rememberIds();
  return {
    append(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
      const giveUpAt = performance.now() + retryTimeout;
      const before = last.get(append.stream) ?? Promise.resolve(undefined);
      const result = before.then((failure) => {
        if (failure && performance.now() > giveUpAt) throw toExpiredError(failure);
        return write(append, events, giveUpAt);
      });
      const settled = result
        .then(
          () => undefined,
          (error: unknown) => (isOutage(error) ? error : undefined),
        )
        .finally(() => {
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

  /** Idempotent by event ID. KurrentDB itself recognises a repeat only under the originally expected revision. */
  function write(
    append: EncodedAppend,
    events: readonly NewEvent[],
    giveUpAt: number,
  ): Promise<AppendResult> {
    let wasSent = false;
    const faultOf = (error: unknown) => {
      if (!(error instanceof StoreUnavailable)) return appendFaultOf(error);
      // A read failed, either after the append was acknowledged or before it was sent.
      if (wasSent) return 'unknown';
      const fault = appendFaultOf(error.cause);
      return fault === 'unknown' ? 'retry' : fault;
    };
    const options = { engine: 'KurrentDB', faultOf, toUnavailable: toStoreError, giveUpAt };
    return retryAppend(async (timeout) => {
      const endsAt = performance.now() + timeout;
      wasSent = false;
      const earlier =
        typeof append.expected === 'number' &&
        (await withTimeout(timeout, findEarlier(append), () => toStoreError(new Error('No answer in time'))));
      if (earlier) return earlier;
      wasSent = true;
      // The client waits forever for a server that never responds.
      return withTimeout(Math.max(0, endsAt - performance.now()), attempt(append, events));
    }, options);
  }

  /** Resolves with the result of an append already stored. Throws `RevisionConflict` if only some of its events are. */
  async function findEarlier({ stream, events, expected }: EncodedAppend): Promise<AppendResult | undefined> {
    const wanted = new Set(events.map(({ id }) => id));
    const known = idsOf(stream);
    const from = events.some(({ id }) => known.ids.has(id)) ? 0 : known.next;
    let found = 0;
    for await (const event of readStream(client, stream, from)) {
      known.add(event);
      const isNext = event.id === events[found]?.id;
      if (isNext) found += 1;
      if (isNext && found === events.length)
        return { revision: Number(event.revision), position: positionOf(event), repeated: true };
      if (!isNext && (found > 0 || wanted.has(event.id))) throw new RevisionConflict(stream, expected);
    }
    if (found > 0) throw new RevisionConflict(stream, expected);
  }

  async function attempt(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const { stream, expected } = append;
    const expectedRevision =
      expected === 'any' ? 'any' : expected === 'none' ? 'no_stream' : BigInt(expected);
    const { current } = client;
    try {
      const { success, nextExpectedRevision, position } = await current.appendToStream(
        stream,
        events.map(toClientEvent),
        { expectedRevision, deadline },
      );
      if (!success) throw new RevisionConflict(stream, expected);
      const revision = Number(nextExpectedRevision);
      if (position) return { revision, position: toPosition(position), repeated: false };
      // A repeat is acknowledged without a position.
      for await (const event of readStream(client, stream, revision, 1))
        return { revision, position: positionOf(event), repeated: true };
      throw new Error(`Event ${revision} of ${stream} was acknowledged but is not readable`);
    } catch (error) {
      if (needsNewClient(error)) client.renew(current);
      if (error instanceof RevisionConflict || error instanceof WrongExpectedVersionError)
        return resolveConflict(append, error);
      throw error;
    }
  }

  async function resolveConflict(append: EncodedAppend, cause: unknown): Promise<AppendResult> {
    const earlier = await findEarlier(append).catch((error) => {
      // The conflict may be with an earlier attempt of this append.
      throw error instanceof StoreUnavailable ? new AppendUnknown(error.message, { cause: error }) : error;
    });
    if (earlier) return earlier;
    throw new RevisionConflict(append.stream, append.expected, { cause });
  }
}

function toClientEvent({ id, type, data, metadata }: NewEvent): EventData {
  return jsonEvent({ id, type, data: { ...data }, metadata });
}
