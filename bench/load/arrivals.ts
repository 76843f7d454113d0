import { setTimeout as sleep } from 'node:timers/promises';

/** Outcome of one request. `took` is in milliseconds since the request was due, not since it could be sent. */
export type Arrival = { readonly kind: string; readonly took: number; readonly isOk: boolean };

export type ArrivalOptions = {
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Returns the next request. `send` resolves with whether the response was as expected. */
  readonly next: () => { readonly kind: string; send(): Promise<boolean> };
  /** Maximum number of concurrent requests. Any beyond that are not sent, and count as failed. */
  readonly maxConcurrent: number;
};

/**
 * Sends requests at a fixed rate, whether or not earlier ones have been answered, like users who don't know of each
 * other. A request that is sent late, because the system or this process was slow, has been waiting since it was due.
 * Measured from the time it was sent, a slow moment would count once instead of for everyone it affected ("coordinated
 * omission").
 */
export async function generateLoad({
  rate,
  seconds,
  next,
  maxConcurrent,
}: ArrivalOptions): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const due = began + (index * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const { kind, send } = next();
    const finish = (isOk: boolean) => void arrivals.push({ kind, took: performance.now() - due, isOk });
    if (underWay.size >= maxConcurrent) {
      finish(false);
      continue;
    }
    const sent: Promise<void> = send()
      .catch(() => false)
      .then(finish)
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  await Promise.all(underWay);
  return arrivals;
}
