import { type Change, topics } from '@journal/contracts';
import type { TrackedModel } from '../tracker/tracked-model.ts';

const separator = '~';

/**
 * Returns the changes of one read model as the streams send them. Calls `send` once for each change, when `position`
 * has moved, and keeps the last `maxKept` changes for clients that reconnect after a short while.
 */
export function createChangeFeed(
  model: Pick<TrackedModel, 'position' | 'onChange'>,
  send: (change: Change, feed: ChangeFeed) => void,
  maxKept = 256,
) {
  let recent: Change[] = [];
  /** All changes after this position are in `recent`; undefined while nothing is known. */
  let completeSince: string | undefined;
  let latest: string | undefined;

  const feed = {
    /** All changes up to this position have been sent. */
    get position(): string {
      // A poll may find a position whose change is not announced yet. A client that began there would miss it.
      return latest ?? model.position;
    },
    /** Returns the changes that a client has missed since `lastSeen`; one change of everything if they are unknown. */
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

/** Returns the cursor of a client that follows several read models: a position in each, or '' if none is known. */
export function cursorOf(positions: readonly string[]): string {
  return positions.every((position) => position === '') ? '' : positions.join(separator);
}

/**
 * Returns the positions in a cursor, one for each of `count` read models. The first position, which may be the only
 * one if the cursor came from a response or from a stream of fewer models, is used for all models that the cursor does
 * not name.
 */
export function positionsIn(cursor: string, count: number): string[] {
  const given = cursor.split(separator);
  return Array.from({ length: count }, (_, index) => given[index] ?? given[0] ?? '');
}
