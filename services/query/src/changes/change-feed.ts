import { type Change, topics } from '@journal/contracts';
import type { TrackedModel } from '../tracker/tracked-model.ts';

const maxKept = 256;
const separator = '~';

/** The changes of one read model, as the streams send them. */
export type ChangeFeed = {
  /** Everything up to here has been sent. */
  readonly position: string;
  /** Returns what a client missed that knows everything up to `lastSeen`. */
  missedSince(lastSeen: string): readonly Change[];
};

/** Returns a feed that calls `send` with each change once, when `position` has moved. */
export function createChangeFeed(
  model: Pick<TrackedModel, 'position' | 'onChange'>,
  send: (change: Change, feed: ChangeFeed) => void,
): ChangeFeed {
  const recent = createRecentChanges(maxKept);
  const feed: ChangeFeed = {
    // A poll may know a position whose change is not announced yet: who began with that one would never get it.
    get position() {
      return recent.latest ?? model.position;
    },
    missedSince: (lastSeen) => recent.after(lastSeen, feed.position),
  };
  model.onChange((change) => {
    recent.add(change);
    send(change, feed);
  });
  return feed;
}

/** Returns a buffer of the last `max` changes, for clients that come back after a short while. */
export function createRecentChanges(max: number) {
  let recent: Change[] = [];
  /** Every change after this position is in `recent`; undefined while nothing is known. */
  let completeSince: string | undefined;
  let latest: string | undefined;

  return {
    /** The position of the last step that is known, undefined before the first. */
    get latest() {
      return latest;
    },
    add(change: Change) {
      latest = change.position;
      if (change.topics.length === 0) return;
      if (change.topics.includes(topics.everything)) {
        recent = [];
        completeSince = change.position;
        return;
      }
      recent.push(change);
      if (recent.length > max) completeSince = recent.shift()?.position ?? completeSince;
    },
    /** Returns the changes after `position`; one change of everything where they are unknown. */
    after(position: string, now: string): Change[] {
      if (position === now) return [];
      if (completeSince === undefined || position < completeSince || position > now)
        return [{ position: now, topics: [topics.everything] }];
      return recent.filter((change) => change.position > position);
    },
  };
}

/** Returns where a client is that follows several read models: a position in each. '' where nothing is known of any. */
export function cursorOf(positions: readonly string[]): string {
  return positions.every((position) => position === '') ? '' : positions.join(separator);
}

/**
 * Returns the positions in a cursor, one for each of `count` read models. A single one, as an answer or a stream of
 * fewer models gave it, counts for all that it does not name.
 */
export function positionsIn(cursor: string, count: number): string[] {
  const given = cursor.split(separator);
  return Array.from({ length: count }, (_, index) => given[index] ?? given[0] ?? '');
}
