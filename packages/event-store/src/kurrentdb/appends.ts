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
import type { Connection, Written } from './connection.ts';
import { appendFaultOf, needsNewClient, toStoreError } from './faults.ts';
import { findAppended, type KnownIds } from './known-ids.ts';
import { readStream } from './reading.ts';
import { positionOf, toPosition } from './recorded-event.ts';

export type Appends = {
  append(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult>;
  /** Resolves when no append is in progress. */
  idle(): Promise<void>;
};

/** Runs appends of different streams concurrently, those of one stream in the order of the calls. */
export function createAppends(options: AppendOptions): Appends {
  const write = createWriteAppend(options);
  const last = new Map<string, Promise<unknown>>();
  return {
    append(append, events) {
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
    async idle() {
      while (last.size > 0) await Promise.all(last.values());
    },
  };
}

export type AppendOptions = {
  connection: Connection;
  known: KnownIds;
  /** Milliseconds during which an append of unknown outcome is retried. */
  retryTimeout: number;
  /** Milliseconds after which an attempt counts as lost. */
  deadline: number;
};

/**
 * Returns a function that writes one append, idempotent by its event ids. KurrentDB itself detects a repeat only with
 * the expected revision of the first time, so if a revision is expected the stream is searched for the ids first.
 */
function createWriteAppend({ connection, known, retryTimeout, deadline }: AppendOptions) {
  return async function write(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    if (typeof append.expected === 'number' && (await mayHaveBeenAppended(append, append.expected))) {
      const earlier = await findEarlier(append);
      if (earlier) return earlier;
    }
    const result = await writeWithRetries(append, events);
    for (const [index, { id }] of append.events.entries())
      known.add(append.stream, result.revision - append.events.length + 1 + index, id);
    return result;
  };

  async function mayHaveBeenAppended({ stream, events }: EncodedAppend, expected: number): Promise<boolean> {
    const from = known.lengthOf(stream);
    const ids = new Set(events.map(({ id }) => id));
    let isThere = events.some(({ id }) => known.has(stream, id));
    if (from > expected) return isThere;
    for await (const event of readStream(connection, stream, from, expected - from + 1)) {
      known.add(stream, Number(event.revision), event.id);
      isThere ||= ids.has(event.id);
    }
    return isThere;
  }

  /** Throws `RevisionConflict` where only some of the events are there. */
  async function findEarlier({ stream, events, expected }: EncodedAppend): Promise<AppendResult | undefined> {
    const ids = events.map(({ id }) => id);
    const found = await findAppended(connection, stream, ids);
    if (found === 'partly') throw new RevisionConflict(stream, expected);
    return found;
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
        if (needsNewClient(error)) connection.renew();
        maybeWritten ||= fault === 'unknown';
        if (fault === 'refused' || performance.now() > giveUpAt) throw giveUp(maybeWritten, error);
        await backoff.wait();
      }
    }
  }

  async function attempt(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const { stream, expected } = append;
    const revision = expected === 'any' ? 'any' : expected === 'none' ? 'no_stream' : BigInt(expected);
    // The client waits forever for a server that never answers.
    const written = await withTimeout(
      deadline + 1_000,
      connection.append(stream, events, revision, deadline),
    );
    if (!written.success) throw new RevisionConflict(stream, expected);
    return resultOf(stream, written);
  }

  async function resultOf(
    stream: string,
    { nextExpectedRevision, position }: Written,
  ): Promise<AppendResult> {
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: toPosition(position), repeated: false };
    // A repeat is acknowledged without a position.
    for await (const event of readStream(connection, stream, revision, 1))
      return { revision, position: positionOf(event), repeated: true };
    throw new Error(`Event ${revision} of ${stream} was acknowledged but is not readable`);
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
