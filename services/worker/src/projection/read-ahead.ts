export type Ahead<Item> = {
  /** The next item, or undefined at the end. Rejects where the source did. */
  next(): Promise<Item | undefined>;
  /** Begins to fetch the item after, where that has not begun yet. */
  readonly fetch: () => void;
  /** Stops fetching and closes the source. */
  end(): Promise<void>;
};

/** Reads a source one item ahead, beginning when it is told to. `stop` must let a pending fetch end. */
export function readAhead<Item>(source: AsyncIterable<Item>, stop: () => void): Ahead<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<Item>> | undefined;

  function fetch(): Promise<IteratorResult<Item>> {
    coming ??= iterator.next();
    // Its failure is thrown where it is awaited; until then it must not count as unhandled.
    coming.catch(() => {});
    return coming;
  }

  return {
    async next() {
      const result = await fetch();
      coming = undefined;
      return result.done ? undefined : result.value;
    },
    fetch: () => void fetch(),
    async end() {
      stop();
      await coming?.catch(() => {});
      await iterator.return?.();
    },
  };
}
