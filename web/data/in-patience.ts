/**
 * Does what ends when its signal is aborted: by `given`, or because `patience` is over, in milliseconds. A connection
 * that went silent would else be waited for as long as the page is open.
 */
export async function inPatience<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  given?: AbortSignal,
  patience = 20_000,
): Promise<Value> {
  const end = new AbortController();
  const abort = () => end.abort(given?.reason);
  const timer = setTimeout(abort, patience);
  given?.addEventListener('abort', abort);
  if (given?.aborted) abort();
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
}
