import { SearchUnavailable } from '@journal/search';

export type TurnsOptions = {
  /** How many may be under way. */
  readonly atOnce: number;
  /** How many may wait for their turn. */
  readonly mostWaiting: number;
  /** Milliseconds after which nobody waits for an answer any more. */
  readonly patience: number;
};

export type Turns = {
  /**
   * Gives what `work` gives when its turn has come. Rejects with `SearchUnavailable`, without beginning it, at once
   * where too many wait, and where the turn comes too late.
   */
  take<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** A few searches at once; between two of them everybody else in the process has a turn, however many wait. */
export function createTurns({ atOnce, mostWaiting, patience }: TurnsOptions): Turns {
  let underWay = 0;
  const waiting: (() => void)[] = [];

  function pass(): void {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }

  async function enter(): Promise<void> {
    if (underWay < atOnce) {
      underWay++;
      return;
    }
    if (waiting.length >= mostWaiting) throw new SearchUnavailable('Too many searches at once');
    const since = performance.now();
    await new Promise<void>((enter) => waiting.push(enter));
    if (performance.now() - since <= patience) return;
    pass();
    throw new SearchUnavailable('Too many searches before this one');
  }

  return {
    async take(work) {
      await enter();
      try {
        return await work();
      } finally {
        setImmediate(pass);
      }
    },
  };
}
