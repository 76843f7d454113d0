/** Two pages of a subscription are held at a time, so this bounds its memory where events are large. */
const mostBytes = 8 * 1024 * 1024;

export type PageSize = {
  readonly next: number;
  /** What a page turned out to be. */
  learn(events: number, bytes: number): void;
};

/** Asks for `most` events at a time, and for fewer while they are so large that a page would pass 8 MiB. */
export function createPageSize(most: number): PageSize {
  let next = most;
  return {
    get next() {
      return next;
    },
    learn(events, bytes) {
      if (events > 0) next = Math.max(1, Math.min(most, Math.floor((mostBytes * events) / bytes)));
    },
  };
}
