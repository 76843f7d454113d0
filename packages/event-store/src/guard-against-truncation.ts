import { setTimeout as pause } from 'node:timers/promises';
import { sleep } from '@journal/service-kit/async';
import { AppendUnknown, type EventStore, type Position, type SubscribeOptions } from './event-store.port.ts';

/** The log ends before events that it used to contain: its end was lost, or it is a different log. */
export class LogTruncated extends Error {
  override readonly name = 'LogTruncated';
  /** Reported by the health check. */
  readonly code = 'the log ends before the applied position: see "The log lost its end" in operating.md';
  constructor(head: Position | undefined, known: Position) {
    super(
      `The log ends at ${head ?? 'its beginning'}, before ${known}, which was applied: it lost its end, or this is another log. See "The log lost its end" in docs/operating.md`,
    );
  }
}

export type TruncationGuardOptions = {
  /** Resolves with the highest position applied, or undefined if there is none or it can't be determined. */
  readonly applied?: () => Promise<Position | undefined>;
  /** Interval between checks of the end of a followed log, in milliseconds; default 5,000. */
  readonly interval?: number;
  /** Time for which writers rely on one check, in milliseconds; default 1,000. */
  readonly trustFor?: number;
};

type Follower = { position: Position; lost: LogTruncated | undefined; readonly ending: AbortController };

/**
 * Returns the same store, protected from a log that has lost its end. `subscribe` throws `LogTruncated` if the log
 * ends before the position that the subscription has reached, at its start or later. `append` and `check` reject with
 * it while the log ends before the last applied position. A log that has grown past that position again can't be
 * recognised, which is why nothing may be written to it.
 */
export function guardAgainstTruncation(store: EventStore, options: TruncationGuardOptions = {}): EventStore {
  const { applied = async () => undefined, interval = 5_000, trustFor = 1_000 } = options;
  const followers = new Set<Follower>();
  let isWatching = false;
  let written: Position = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  /** Rejects if `known`, which was in the log, is not there. Retries, as a cluster may answer from a lagging node. */
  async function expectInLog(known: Position): Promise<void> {
    for (let attempt = 1; !isStart(known); attempt++) {
      const head = await store.head();
      if (head !== undefined && head >= known) return;
      if (attempt === 3) throw new LogTruncated(head, known);
      await sleep(200);
    }
  }

  async function look(): Promise<void> {
    const [furthest] = [...followers].sort((a, b) => (a.position < b.position ? 1 : -1));
    // If the engine is unreachable, the subscriptions deal with it.
    const error = await expectInLog(furthest?.position ?? '').catch((reason: unknown) => reason);
    if (error instanceof LogTruncated)
      for (const follower of followers) {
        follower.lost = error;
        follower.ending.abort();
      }
  }

  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while (followers.size > 0) {
      await pause(interval, undefined, { ref: false });
      await look();
    }
    isWatching = false;
  }

  async function* subscribe({ signal, ...rest }: SubscribeOptions) {
    const ending = new AbortController();
    const follower: Follower = { position: rest.after ?? '', lost: undefined, ending };
    await expectInLog(follower.position);
    followers.add(follower);
    void watch();
    try {
      const ended = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
      for await (const batch of store.subscribe({ ...rest, signal: ended })) {
        follower.position = batch.position;
        yield batch;
      }
    } finally {
      followers.delete(follower);
    }
    if (follower.lost) throw follower.lost;
  }

  async function check(): Promise<void> {
    try {
      await expectInLog((await applied()) ?? '');
      checkedAt = performance.now();
    } catch (error) {
      // However the log is recovered, its positions start over.
      if (error instanceof LogTruncated) written = '';
      throw error;
    }
  }

  async function checkLately(): Promise<void> {
    if (performance.now() - checkedAt < trustFor) return;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    await checking;
  }

  return {
    ...store,
    subscribe: (given = {}) => subscribe(given),
    async append(...append) {
      await checkLately();
      const before = written;
      const result = await store.append(...append);
      if (result.repeated) return result;
      if (result.position > before) {
        if (result.position > written) written = result.position;
        return result;
      }
      // The log lost its end after the last check, and its followers will not detect that.
      written = '';
      checkedAt = Number.NEGATIVE_INFINITY;
      throw new AppendUnknown('The log has just lost its end', {
        cause: new LogTruncated(result.position, before),
      });
    },
    async check() {
      await store.check();
      await check();
    },
  };
}

/** Whether a position is before the first event, in either engine's format. */
const isStart = (position: Position) => !/[1-9]/.test(position);
