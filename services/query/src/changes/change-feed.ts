import { type Change, topics } from '@journal/contracts';
import type { TrackedModel } from '../tracker/tracked-model.ts';

const separator = '~';

/**
 * Returns the changes of one read model as the streams send them: calls `send` with each change once, when `position` has
 * moved, and keeps the last `maxKept` for clients that come back after a short while.
 */
export function createChangeFeed(
  model: Pick<TrackedModel, 'position' | 'onChange'>,
  send: (change: Change, feed: ChangeFeed) => void,
  maxKept = 256,
) {
  let recent: Change[] = [];
  /** Every change after this position is in `recent`; undefined while nothing is known. */
  let completeSince: string | undefined;
  let latest: string | undefined;

  const feed = {
    /** Everything up to here has been sent. */
    get position(): string {
      // A poll may know a position whose change is not announced yet: who began with that one would never get it.
      return latest ?? model.position;
    },
    /**
     * Returns what a client missed that knows everything up to `lastSeen`; one change of everything where that is
     * unknown.
     */
    missedSince(lastSeen: string): readonly Change[] {
      const { position } = feed;
      if (lastSeen === position) return [];
      if (completeSince === undefined || lastSeen < completeSince || lastSeen > position)
        return [{ position, topics: [topics.everything] }];
      return recent.filter((change) => change.position > lastSeen);
    },
  };
  model.onChange((change) => {
    latest = change.position;
    if (change.topics.includes(topics.everything)) {
      recent = [];
      completeSince = change.position;
    } else if (change.topics.length > 0) recent.push(change);
    if (recent.length > maxKept) completeSince = recent.shift()?.position ?? completeSince;
    send(change, feed);
  });
  return feed;
}

export type ChangeFeed = { readonly position: string; missedSince(lastSeen: string): readonly Change[] };

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
