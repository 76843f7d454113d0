import { createBackoff } from '@journal/service-kit/async';
import type { EncodedAppend } from '../../append/encoded-append.ts';
import {
  type AppendResult,
  AppendUnknown,
  InvalidRequest,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
} from '../../event-store.port.ts';
import { within } from '../../within.ts';
import type { Connection, Written } from '../connection.ts';
import { toPosition } from '../position.ts';
import { readStream } from '../read-stream.ts';
import { positionOf } from '../recorded-event.ts';
import { needsNewClient, toStoreError } from '../store-error.ts';
import { appendFaultOf } from './append-fault.ts';
import { findAppended } from './find-appended.ts';
import type { KnownIds } from './known-ids.ts';

export type WriteAppendOptions = {
  connection: Connection;
  known: KnownIds;
  /** Milliseconds in which an append of unknown outcome is tried again. */
  patience: number;
  /** Milliseconds after which an attempt counts as lost. */
  deadline: number;
};

/**
 * Writes one append, idempotent by its ids. KurrentDB itself finds them again only where the expected revision is the
 * one of the first time, so where a revision is expected the stream is looked through for them first.
 */
export function createWriteAppend({ connection, known, patience, deadline }: WriteAppendOptions) {
  return async function write(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    if (typeof append.expected === 'number' && (await mayHaveBeenAppended(append, append.expected))) {
      const earlier = await findEarlier(append);
      if (earlier) return earlier;
    }
    const result = await writeWithRetries(append, events);
    for (const [index, { id }] of append.events.entries())
      known.saw(append.stream, result.revision - append.events.length + 1 + index, id);
    return result;
  };

  async function mayHaveBeenAppended({ stream, events }: EncodedAppend, expected: number): Promise<boolean> {
    const from = known.lengthOf(stream);
    const ids = new Set(events.map(({ id }) => id));
    let isThere = events.some(({ id }) => known.has(stream, id));
    if (from > expected) return isThere;
    for await (const event of readStream(connection, stream, from, expected - from + 1)) {
      known.saw(stream, Number(event.revision), event.id);
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

  /** Safe to repeat with the same ids and the same expectation; with `any` as safe as the server makes it. */
  async function writeWithRetries(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const giveUpAt = performance.now() + patience;
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
        if (fault === 'refused' || performance.now() > giveUpAt) throw givenUp(maybeWritten, error);
        await backoff.wait();
      }
    }
  }

  async function attempt(append: EncodedAppend, events: readonly NewEvent[]): Promise<AppendResult> {
    const { stream, expected } = append;
    const revision = expected === 'any' ? 'any' : expected === 'none' ? 'no_stream' : BigInt(expected);
    // The client waits for good where the server never answers.
    const written = await within(deadline + 1_000, connection.append(stream, events, revision, deadline));
    if (!written.success) throw new RevisionConflict(stream, expected);
    return resultOf(stream, written);
  }

  async function resultOf(
    stream: string,
    { nextExpectedRevision, position }: Written,
  ): Promise<AppendResult> {
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: toPosition(position) };
    // An append that was there already is acknowledged without a position.
    for await (const event of readStream(connection, stream, revision, 1))
      return { revision, position: positionOf(event) };
    throw new Error(`The event ${revision} of ${stream} was acknowledged and can't be read`);
  }

  async function resolveConflict(append: EncodedAppend, cause: unknown): Promise<AppendResult> {
    const earlier = await findEarlier(append).catch((error) => {
      // The attempt before this one may be what it is in conflict with.
      throw error instanceof StoreUnavailable ? new AppendUnknown(error.message, { cause: error }) : error;
    });
    if (earlier) return earlier;
    throw new RevisionConflict(append.stream, append.expected, { cause });
  }
}

function givenUp(maybeWritten: boolean, cause: unknown): AppendUnknown | StoreUnavailable {
  return maybeWritten
    ? new AppendUnknown('The connection broke while the append was under way', { cause })
    : toStoreError(cause);
}
