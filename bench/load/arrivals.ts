import { setTimeout as sleep } from 'node:timers/promises';

/** What became of one request. Milliseconds from when it was due, not from when it could be sent. */
export type Arrival = { readonly kind: string; readonly took: number; readonly isOk: boolean };

export type ArrivalOptions = {
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Returns the next request; its promise resolves with whether it was answered as it should be. */
  readonly next: () => { readonly kind: string; send(): Promise<boolean> };
  /** More than so many under way at once are not sent, and count as failed. */
  readonly mostAtOnce: number;
};

/**
 * Sends requests at a fixed rate, whether those before are answered or not, as people do who don't know of each other.
 * A request that is sent late because the system, or this process, was slow has waited since it was due; measured
 * from its sending, slow moments would count once instead of for all who met them ("coordinated omission").
 */
export async function arrive({ rate, seconds, next, mostAtOnce }: ArrivalOptions): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let index = 0; index < rate * seconds; index++) {
    const due = began + (index * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    const { kind, send } = next();
    const finish = (isOk: boolean) => void arrivals.push({ kind, took: performance.now() - due, isOk });
    if (underWay.size >= mostAtOnce) {
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
