export type Ahead<Item> = {
  /** The next item, or undefined at the end. Rejects where the source did. */
  next(): Promise<Item | undefined>;
  /** Whether `next` would give, or reject, at once; waits for that as many milliseconds at most. */
  comesWithin(milliseconds: number): Promise<boolean>;
  /** Begins to fetch the item after, where that has not begun yet. */
  readonly fetch: () => void;
  /** Stops fetching and closes the source. */
  end(): Promise<void>;
};

/** Reads a source one item ahead, beginning when it is told to. `stop` must let a pending fetch end. */
export function readAhead<Item>(source: AsyncIterable<Item>, stop: () => void): Ahead<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<Item>> | undefined;
  let isHere = false;
  let onArrival = () => {};

  function fetch(): Promise<IteratorResult<Item>> {
    if (!coming) {
      isHere = false;
      coming = iterator.next();
      const arrive = () => {
        isHere = true;
        onArrival();
      };
      // Its failure is thrown where it is awaited; until then it must not count as unhandled.
      coming.then(arrive, arrive);
    }
    return coming;
  }

  return {
    async next() {
      const result = await fetch();
      coming = undefined;
      return result.done ? undefined : result.value;
    },
    async comesWithin(milliseconds) {
      fetch();
      if (isHere) return true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => onArrival(), milliseconds);
        // One listener for many waits: an item may let itself be waited for over days.
        onArrival = () => {
          clearTimeout(timer);
          onArrival = () => {};
          resolve(isHere);
        };
      });
    },
    fetch: () => void fetch(),
    async end() {
      stop();
      await coming?.catch(() => {});
      await iterator.return?.();
    },
  };
}
