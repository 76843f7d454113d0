import { type Change, topics } from '@journal/contracts';
import { type Listener, listen } from '@journal/postgres';
import { type Checkpoint, changesChannel, decodeChange, readCheckpoint } from '@journal/read-models';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { createPoller } from './poller.ts';
import { isNotBuiltYet } from './readiness.ts';
import { createWaiters } from './waiters.ts';

export type ReadSideOptions = {
  readonly url: string;
  readonly pool: pg.Pool;
  /** The schema that is read. */
  readonly schema: string;
  readonly log: FastifyBaseLogger;
};

/** Where the tables stand, learnt from notifications and, as a back-up, by asking. */
export type ReadSide = {
  /** The tables hold everything up to here; '' before the first event, or before anything is known. */
  readonly position: string;
  /** Whether the tables have been whole and changes heard, each once at least. */
  readonly ready: boolean;
  /** What it waits for until it is ready. */
  readonly waitsFor: string;
  /**
   * Whether whatever was read since the last change can still be told: changes are being heard, and less than a
   * second ago none had been missed.
   */
  readonly trusted: boolean;
  /** Resolves when the position is reached (true) or the time in milliseconds is over (false). */
  waitFor(position: string, limit: number): Promise<boolean>;
  /** Told what may read differently from now on, before `position` says so. */
  onStale(listener: (staleTopics: readonly string[]) => void): void;
  /** Told of each step once, for those who follow: without topics where it changed nothing, `*` where some were missed. */
  onChange(listener: (change: Change) => void): void;
  start(): void;
  stop(): Promise<void>;
};

const restingPoll = 500;
const eagerPoll = 100;
const awaitedPoll = 25;
const trustFor = 1_000;
/** A notification that has not come by then will not come. */
const announcedWithin = 400;
const everything = [topics.everything] as const;

export function createReadSide(options: ReadSideOptions): ReadSide {
  const { pool, schema, log } = options;
  const waiters = createWaiters();
  const staleListeners: ((staleTopics: readonly string[]) => void)[] = [];
  const changeListeners: ((change: Change) => void)[] = [];
  let position = '';
  let caughtUp = false;
  let isBuilt = true;
  let listener: Listener | undefined;
  /** Raised when listening begins or ends: an answer asked for before says nothing about what was heard since. */
  let hearing = 0;
  let confirmedHearing = 0;
  let trustedUntil = Number.NEGATIVE_INFINITY;
  /** A position that a poll found before its notification came. */
  let unannounced: { readonly position: string; readonly since: number } | undefined;
  /** Whether listening began or ended while the last poll was under way. */
  let askAgain = false;
  const poller = createPoller(poll, () => {
    if (askAgain || waiters.size > 0) return awaitedPoll;
    return confirmedHearing === hearing ? restingPoll : eagerPoll;
  });

  const makeStale = (staleTopics: readonly string[]) => {
    for (const tell of staleListeners) tell(staleTopics);
  };
  const announce = (change: Change) => {
    for (const tell of changeListeners) tell(change);
  };
  const moveTo = (next: string) => {
    position = next;
    waiters.reached(position);
  };

  function onNotification(payload: string) {
    const change = decodeChange(payload);
    if (change?.projection !== schema) return;
    if (confirmedHearing === hearing) trustedUntil = performance.now() + trustFor;
    if (unannounced !== undefined && change.position >= unannounced.position) unannounced = undefined;
    if (change.topics.length > 0) makeStale(change.topics);
    if (change.position > position) moveTo(change.position);
    announce({ position: change.position, topics: [...change.topics] });
  }

  function onListening() {
    hearing++;
    poller.within(0);
  }

  function onLost(error: Error) {
    hearing++;
    trustedUntil = Number.NEGATIVE_INFINITY;
    makeStale(everything);
    log.warn({ err: error }, 'change notifications lost');
  }

  function learn(
    checkpoint: Checkpoint | undefined,
    asked: { at: number; hearing: number; position: string },
  ) {
    const found = checkpoint?.position ?? '';
    isBuilt = checkpoint !== undefined;
    caughtUp ||= checkpoint?.caughtUp ?? false;
    const confirms = (listener?.listening ?? false) && asked.hearing === hearing;
    const missedSome = confirms && confirmedHearing !== hearing;
    const turnedBack = found < asked.position;
    const neverAnnounced = unannounced !== undefined && asked.at - unannounced.since >= announcedWithin;
    if (found > position) {
      makeStale(everything);
      unannounced ??= { position: found, since: asked.at };
      moveTo(found);
    } else if (missedSome || turnedBack) {
      makeStale(everything);
      if (turnedBack) moveTo(found);
    }
    if (missedSome || turnedBack || neverAnnounced) {
      unannounced = undefined;
      announce({ position: found, topics: [...everything] });
    }
    if (!confirms) return;
    confirmedHearing = hearing;
    trustedUntil = Math.max(trustedUntil, asked.at + trustFor);
  }

  async function poll(): Promise<void> {
    const asked = { at: performance.now(), hearing, position };
    try {
      learn(await readCheckpoint(pool, schema), asked);
    } catch (error) {
      if (isNotBuiltYet(error)) isBuilt = false;
      log.debug({ err: error }, 'the checkpoint could not be read');
    }
    askAgain = asked.hearing !== hearing;
  }

  return {
    get position() {
      return position;
    },
    get ready() {
      return caughtUp && confirmedHearing > 0;
    },
    get waitsFor() {
      return isBuilt ? 'catching up' : 'no worker has made its tables yet';
    },
    get trusted() {
      return performance.now() < trustedUntil;
    },
    async waitFor(wanted, limit) {
      if (wanted <= position) return true;
      const reached = waiters.wait(wanted, limit);
      poller.within(awaitedPoll);
      return reached;
    },
    onStale: (tell) => void staleListeners.push(tell),
    onChange: (tell) => void changeListeners.push(tell),
    start() {
      listener = listen({
        url: options.url,
        applicationName: `journal query ${schema} listener`,
        channels: [changesChannel],
        onNotification: (_channel, payload) => onNotification(payload),
        onListening,
        onLost,
      });
      poller.within(0);
    },
    async stop() {
      poller.stop();
      waiters.sendAway();
      await listener?.close();
    },
  };
}
