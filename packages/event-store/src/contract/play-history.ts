import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { EventStore, ExpectedRevision } from '../event-store.port.ts';
import { LogModel, type ModelOutcome } from './log-model.ts';
import type { RandomAppend, RandomMoment } from './random-history.ts';
import { sampleEvent } from './samples.ts';

type Attempt = { readonly stream: string; readonly ids: readonly string[] };

export type Played = {
  readonly model: LogModel;
  /** The moment in which each event was appended, by its id. */
  readonly moments: ReadonlyMap<string, number>;
  /** The position that was given for each append's last event, by that event's id. */
  readonly positions: ReadonlyMap<string, string>;
};

export type PlayOptions = {
  readonly stores: readonly [EventStore, EventStore];
  /** Apart from all others, for the names of streams and the type of the events. */
  readonly run: string;
  readonly dropConnections: () => Promise<void>;
};

/** Plays a history against stores and model, and expects the same outcome of every append. */
export async function playHistory(history: readonly RandomMoment[], options: PlayOptions): Promise<Played> {
  const model = new LogModel();
  const attempts: Attempt[] = [];
  const moments = new Map<string, number>();
  const positions = new Map<string, string>();

  async function appendAndCompare(
    append: RandomAppend,
    attempt: Attempt,
    expected: ExpectedRevision,
    outcome: ModelOutcome,
  ) {
    const events = attempt.ids.map((id) => sampleEvent(options.run, { id }, id));
    const stores = append.isDoubled ? options.stores : [options.stores[append.store]];
    const calls = stores.map((store) => store.append(attempt.stream, events, expected));
    for (const call of await Promise.allSettled(calls)) {
      switch (outcome.kind) {
        case 'appended':
        case 'known': {
          const { revision } = outcome;
          // Doubled, or retried over a lost connection, a new append may be a repeat as well.
          const value = outcome.kind === 'known' ? { revision, repeated: true } : { revision };
          expect(call).toMatchObject({ status: 'fulfilled', value });
          const position = call.status === 'fulfilled' ? call.value.position : '';
          const last = attempt.ids.at(-1) ?? '';
          expect(position).toBe(positions.get(last) ?? position);
          positions.set(last, position);
          break;
        }
        case 'conflict':
          expect(call).toMatchObject({ status: 'rejected', reason: { name: 'RevisionConflict' } });
          break;
        case 'elsewhere':
          expect(call).toMatchObject({ status: 'rejected', reason: { name: 'InvalidRequest' } });
          break;
        default:
          outcome satisfies never;
      }
    }
  }

  for (const [moment, { appends, dropsConnections }] of history.entries()) {
    const before = [...attempts];
    const used = new Set<string>();
    const drops = dropsConnections ? options.dropConnections() : undefined;
    const calls = appends.map((append) => {
      const attempt = attemptOf(append, before, used, options.run);
      for (const id of attempt.ids) used.add(id);
      attempts.push(attempt);
      const expected = expectedOf(append, model.headOf(attempt.stream));
      const outcome = model.append(attempt.stream, attempt.ids, expected);
      if (outcome.kind === 'appended') for (const id of attempt.ids) moments.set(id, moment);
      return appendAndCompare(append, attempt, expected, outcome);
    });
    await Promise.all([...calls, drops]);
  }
  return { model, moments, positions };
}

function attemptOf(
  append: RandomAppend,
  before: readonly Attempt[],
  used: ReadonlySet<string>,
  run: string,
): Attempt {
  const stream = `${run}-${append.stream}`;
  const isOther = append.ids === 'for another stream';
  const candidates = before.filter((attempt) => (attempt.stream === stream) !== isOther);
  const earlier = candidates.at(-1 - (append.back % Math.max(1, candidates.length)))?.ids ?? [];
  const fresh = Array.from({ length: append.size }, () => randomUUID());
  // Two appends of one moment with the same ids would have an outcome that depends on which comes first.
  if (append.ids === 'new' || earlier.length === 0 || earlier.some((id) => used.has(id)))
    return { stream, ids: fresh };
  if (append.ids === 'partly again') return { stream, ids: [...earlier.slice(-1), ...fresh] };
  return { stream, ids: append.ids === 'reversed' ? earlier.toReversed() : earlier };
}

function expectedOf({ expected }: RandomAppend, head: number): ExpectedRevision {
  switch (expected) {
    case 'none':
    case 'any':
      return expected;
    case 'right':
      return head < 0 ? 'none' : head;
    case 'too low':
      return head < 1 ? 'none' : head - 1;
    case 'too high':
      return head + 1;
    default:
      return expected satisfies never;
  }
}
