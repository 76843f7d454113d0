/**
 * The answer, or a rejection with the signal's reason where that is aborted first; what becomes of the answer then is
 * nobody's business any more. Without a signal, the answer.
 */
export function unlessAborted<Answer>(
  signal: AbortSignal | undefined,
  answer: Promise<Answer>,
): Promise<Answer> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
