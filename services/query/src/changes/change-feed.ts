import type { Change } from '@journal/contracts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { createRecentChanges } from './recent-changes.ts';

const kept = 256;

/** What one read side tells of its changes. */
export type ChangeFeed = {
  /** Everything up to here has been told. */
  readonly position: string;
  /** What a reader missed who knows everything up to `lastSeen`. */
  missedSince(lastSeen: string): readonly Change[];
};

/** `tell` is called of each change once, when `position` has moved. */
export function createChangeFeed(
  readSide: Pick<TrackedModel, 'position' | 'onChange'>,
  tell: (change: Change, feed: ChangeFeed) => void,
): ChangeFeed {
  const recent = createRecentChanges(kept);
  const feed: ChangeFeed = {
    // A poll may know a position whose change is not told yet: who began with that one would never be told.
    get position() {
      return recent.latest ?? readSide.position;
    },
    missedSince: (lastSeen) => recent.after(lastSeen, feed.position),
  };
  readSide.onChange((change) => {
    recent.add(change);
    tell(change, feed);
  });
  return feed;
}
