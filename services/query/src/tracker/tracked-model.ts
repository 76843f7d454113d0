import { type Change, topics } from '@journal/contracts';
import type { Checkpoint } from '@journal/read-models';
import { createPosition } from '@journal/service-kit';

/** One poll of the positions. */
type Poll = {
  /** Start time, in milliseconds of `performance.now()`. */
  readonly at: number;
  /** Position of this model at the start. */
  readonly position: string;
  /** Whether notifications may have been lost before it. */
  readonly missedSome: boolean;
};

/** Milliseconds after which a notification that has not arrived is considered lost. */
const announcementTimeout = 250;
const everything = [topics.everything] as const;

/** What the tracker does for each of its read models. */
type Tracking = {
  /** Whether the positions have been read at least once while notifications were received. */
  isConfirmed(): boolean;
  isTrusted(): boolean;
  renewTrust(): Promise<void>;
  /** Polls the positions soon, because a request waits for one. */
  pollSoon(): void;
};

/** Returns a read model, and what moves it: notifications, and polls of its checkpoint. */
export function trackModel({ isConfirmed, isTrusted, renewTrust, pollSoon }: Tracking) {
  const position = createPosition();
  const staleListeners: ((topics: readonly string[]) => void)[] = [];
  const changeListeners: ((change: Change) => void)[] = [];
  let caughtUp = false;
  let isBuilt = true;
  /** A position that a poll found before its notification arrived. */
  let unannounced: { readonly position: string; readonly since: number } | undefined;

  const makeStale = (stale: readonly string[]) => {
    for (const listener of staleListeners) listener(stale);
  };
  const announce = (change: Change) => {
    for (const listener of changeListeners) listener(change);
  };

  /** A read model as this process knows it: the position of its tables, and what has just changed in them. */
  const model = {
    /**
     * The tables contain everything up to here; '' before the first event, or before anything is known. A crash of the
     * database takes back nothing of it, as steps are on disk before they can be seen.
     */
    get position() {
      return position.current;
    },
    /** Whether the tables have been complete and notifications have been received, each at least once. */
    get ready() {
      return caughtUp && isConfirmed();
    },
    /** Why it is not ready yet. */
    get notReadyReason() {
      if (!isBuilt) return 'its tables are not created yet';
      return caughtUp ? 'receives no notifications of changes' : 'catching up';
    },
    /**
     * Whether a response read since the last change may still be sent: notifications are received, and less than a
     * second ago none had been missed. As long as this is called, positions are polled twice a second to keep it true.
     */
    isTrusted,
    /** Resolves when `isTrusted` holds, or one more poll of the positions could not achieve that. Never rejects. */
    renewTrust,
    /**
     * Resolves with true when the position is reached; with false after `timeout` milliseconds or when the process
     * stops.
     */
    async waitFor(wanted: string, timeout: number): Promise<boolean> {
      if (wanted > position.current) pollSoon();
      return position.reaches(wanted, timeout);
    },
    /** Calls the listener with the topics whose responses are stale, before `position` moves. */
    onStale: (listener: (topics: readonly string[]) => void): void => void staleListeners.push(listener),
    /** Calls the listener once per step: without topics if it changed nothing, with `*` if some changes were missed. */
    onChange: (listener: (change: Change) => void): void => void changeListeners.push(listener),
  };

  return {
    model,
    hasWaiters: () => position.isAwaited,
    /** Whether the notification for a position that a poll found is outstanding. */
    isUnannounced: () => unannounced !== undefined,
    /** Resolves every wait with false. */
    endWaits: position.endWaits,
    notified({ position: next, topics: changed }: Change) {
      if (unannounced !== undefined && next >= unannounced.position) unannounced = undefined;
      if (changed.length > 0) makeStale(changed);
      if (next > position.current) position.moveTo(next);
      announce({ position: next, topics: [...changed] });
    },
    connectionLost: () => makeStale(everything),
    notBuilt() {
      isBuilt = false;
    },
    polled(checkpoint: Checkpoint | undefined, poll: Poll) {
      const found = checkpoint?.position ?? '';
      isBuilt = checkpoint !== undefined;
      caughtUp ||= checkpoint?.caughtUp ?? false;
      const regressed = found < poll.position;
      const neverAnnounced = unannounced !== undefined && poll.at - unannounced.since >= announcementTimeout;
      if (found > position.current) {
        makeStale(everything);
        unannounced ??= { position: found, since: poll.at };
        position.moveTo(found);
      } else if (poll.missedSome || regressed) {
        makeStale(everything);
        if (regressed) position.moveTo(found);
      }
      if (!poll.missedSome && !regressed && !neverAnnounced) return;
      unannounced = undefined;
      // Not the position found: a notification that arrived during this poll may be ahead of it.
      announce({ position: position.current, topics: [...everything] });
    },
  };
}

export type Tracked = ReturnType<typeof trackModel>;
export type TrackedModel = Tracked['model'];
