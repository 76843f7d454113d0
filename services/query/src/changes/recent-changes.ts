import { type Change, topics } from '@journal/contracts';

/** The last changes, for readers who come back after a short while. */
export function createRecentChanges(most: number) {
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
      if (recent.length > most) completeSince = recent.shift()?.position ?? completeSince;
    },
    /** What a reader missed who knows everything up to `position`; one change of everything where that is unknown. */
    after(position: string, now: string): Change[] {
      if (position === now) return [];
      if (completeSince === undefined || position < completeSince || position > now)
        return [{ position: now, topics: [topics.everything] }];
      return recent.filter((change) => change.position > position);
    },
  };
}
