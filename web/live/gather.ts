import type { Change } from '@journal/contracts';

const pause = 200;

/** Passes the first change on at once and gathers those that follow closely into one, so that a burst is few refreshes. */
export function gather(pass: (change: Change) => void): (change: Change) => void {
  let waiting: Change | undefined;
  let resting = false;

  function rest() {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (!waiting) return;
      const change = waiting;
      waiting = undefined;
      pass(change);
      rest();
    }, pause);
  }

  return (change) => {
    if (resting) {
      waiting = {
        // They may come from several tables, of which one is ahead of the other.
        position: [change.position, waiting?.position ?? ''].sort()[1] ?? '',
        topics: [...new Set([...(waiting?.topics ?? []), ...change.topics])],
      };
      return;
    }
    pass(change);
    rest();
  };
}
