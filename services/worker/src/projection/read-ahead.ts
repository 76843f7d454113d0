/**
 * The same items in the same order, with the next one fetched while the one before is being used. Where the reader
 * stops early, `stop` is called, which must let a pending fetch end; then the source is closed.
 */
export async function* readAhead<Item>(
  source: AsyncIterable<Item>,
  stop: () => void,
): AsyncGenerator<Item, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const fetch = () => {
    const next = iterator.next();
    // Its failure is thrown where it is awaited; until then it must not count as unhandled.
    next.catch(() => {});
    return next;
  };
  let next = fetch();
  try {
    for (;;) {
      const result = await next;
      if (result.done) return;
      next = fetch();
      yield result.value;
    }
  } finally {
    stop();
    await next.catch(() => {});
    await iterator.return?.();
  }
}
