import { isUndefinedTable, type Listener, listen } from '@journal/postgres';
import { changesChannel, decodeChange, readCheckpoints } from '@journal/read-models';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Tracked, type TrackedModel, trackModel } from './tracked-model.ts';

export type ProjectionTrackerOptions = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
};

/** Milliseconds between two polls while notifications are received and nothing calls `isTrusted`. */
const idlePoll = 4_000;
/** The same while somebody follows the changes. */
const followedPoll = 700;
/** The same until every read model is ready. */
const startingPoll = 500;
/** The same while notifications are not received, or one is outstanding. */
const unsettledPoll = 100;
/** The same while a request waits for a position. */
const awaitedPoll = 25;
/** Milliseconds for which a confirmation is valid, and how long before its end the next one is requested. */
const trustDuration = 1_000;
const renewalLead = 500;

/**
 * Returns a tracker of the read models' positions for the whole process. It uses one LISTEN connection and, as a
 * fallback, polling.
 */
export function createProjectionTracker({ url, pool, log }: ProjectionTrackerOptions) {
  const models = new Map<string, Tracked>();
  const lostListeners: (() => void)[] = [];
  let listener: Listener | undefined;
  /** Incremented when listening begins or ends: a poll begun before confirms nothing about notifications since then. */
  let generation = 0;
  let confirmedGeneration = 0;
  let trustedUntil = Number.NEGATIVE_INFINITY;
  /** Whether the generation changed during the last poll. */
  let pollAgain = false;
  let isFollowed = false;
  const poller = createPoller(poll, nextDelay);

  function nextDelay(): number {
    const all = [...models.values()];
    if (pollAgain || all.some(({ hasWaiters }) => hasWaiters())) return awaitedPoll;
    if (confirmedGeneration !== generation || all.some(({ isUnannounced }) => isUnannounced()))
      return unsettledPoll;
    if (!all.every(({ model }) => model.ready)) return startingPoll;
    return isFollowed ? followedPoll : idlePoll;
  }

  const isTrustedNow = () => performance.now() < trustedUntil;

  function onNotification(payload: string) {
    const change = decodeChange(payload);
    if (!change) return;
    // Notifications arrive in commit order across all read models, so everything before this one has been received.
    if (confirmedGeneration === generation) trustedUntil = performance.now() + trustDuration;
    models.get(change.projection)?.notified({ position: change.position, topics: [...change.topics] });
  }

  function onListening() {
    generation++;
    poller.scheduleBy(performance.now());
  }

  function onLost(error: Error) {
    generation++;
    trustedUntil = Number.NEGATIVE_INFINITY;
    for (const model of models.values()) model.connectionLost();
    for (const lost of lostListeners) lost();
    log.warn({ err: error }, 'change notifications lost');
  }

  async function poll(): Promise<void> {
    const begun = { at: performance.now(), generation };
    const positions = new Map([...models].map(([schema, { model }]) => [schema, model.position]));
    try {
      const found = await readCheckpoints(pool, [...positions.keys()]);
      const confirms = (listener?.listening ?? false) && begun.generation === generation;
      const missedSome = confirms && confirmedGeneration !== generation;
      for (const [schema, position] of positions)
        models.get(schema)?.polled(found.get(schema), { at: begun.at, position, missedSome });
      if (confirms) {
        confirmedGeneration = generation;
        trustedUntil = Math.max(trustedUntil, begun.at + trustDuration);
      }
    } catch (error) {
      if (isUndefinedTable(error)) for (const model of models.values()) model.notBuilt();
      log.debug({ err: error }, 'checkpoints not read');
    }
    pollAgain = begun.generation !== generation;
  }

  function track(schema: string): Tracked {
    const tracked = trackModel({
      isConfirmed: () => confirmedGeneration > 0,
      isTrusted() {
        poller.scheduleBy(trustedUntil - renewalLead);
        return isTrustedNow();
      },
      async renewTrust() {
        if (isTrustedNow() || !listener?.listening) return;
        poller.scheduleBy(performance.now());
        await poller.ended();
      },
      pollSoon: () => poller.scheduleBy(performance.now() + awaitedPoll),
    });
    models.set(schema, tracked);
    return tracked;
  }

  return {
    /** Returns the read model in this schema, the same one each time. */
    model: (schema: string): TrackedModel => (models.get(schema) ?? track(schema)).model,
    /**
     * Sets whether somebody follows the changes: positions are then polled more often, as a notification may get lost.
     */
    setFollowed(followed: boolean) {
      isFollowed = followed;
      if (isFollowed) poller.scheduleBy(performance.now() + followedPoll);
    },
    /** Whether notifications are being received. */
    get isListening() {
      return listener?.listening ?? false;
    },
    /** Calls the listener whenever notifications are no longer received. */
    onLost: (lost: () => void): void => void lostListeners.push(lost),
    start() {
      listener = listen({
        url,
        applicationName: 'journal query listener',
        channels: [changesChannel],
        onNotification: (_channel, payload) => onNotification(payload),
        onListening,
        onLost,
      });
      poller.scheduleBy(performance.now());
    },
    /** Resolves when the connection is closed. All waits for positions end. */
    async stop() {
      poller.stop();
      for (const tracked of models.values()) tracked.endWaits();
      await listener?.close();
    },
  };
}

export type ProjectionTracker = ReturnType<typeof createProjectionTracker>;

/**
 * Returns a poller that calls `poll`, which must not reject, repeatedly and never concurrently. After each poll,
 * `nextDelay` returns how many milliseconds to wait.
 */
function createPoller(poll: () => Promise<void>, nextDelay: () => number) {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let isPolling = false;
  let isStopped = false;
  let end = Promise.withResolvers<void>();

  async function run() {
    isPolling = true;
    due = Number.POSITIVE_INFINITY;
    await poll();
    isPolling = false;
    end.resolve();
    if (isStopped) return;
    end = Promise.withResolvers();
    scheduleBy(performance.now() + nextDelay());
  }

  function scheduleBy(time: number) {
    if (isStopped || isPolling || time >= due) return;
    due = time;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, time - performance.now()));
  }

  return {
    /** Polls at `time` (milliseconds of `performance.now()`), or earlier if a poll is already scheduled. */
    scheduleBy,
    /** Resolves when the current or else the next poll has ended; immediately after `stop`. */
    ended: () => end.promise,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      end.resolve();
    },
  };
}
