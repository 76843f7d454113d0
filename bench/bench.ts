/** One line of a bench's result. */
export interface Figure {
  /** What was measured. */
  what: string;
  value: number;
  unit: string;
  /** Set beside a figure of its own kind: the ratio of the two is what counts. */
  beside?: { what: string; value: number };
  /** What the project aims at, in words; never a pass or a fail. */
  goal?: string;
}

export interface BenchContext {
  /** Starts a throwaway Postgres of the embedded settings, durability included, and answers its address. */
  startPostgres(): Promise<string>;
  /** Runs `work` with everything it said it would end afterwards ended, last things first. */
  defer(end: () => Promise<void>): void;
  /** Tells the person what is going on. */
  say(line: string): void;
}

/** What a module `bench/*.bench.ts` exports. */
export interface Bench {
  name: string;
  run(context: BenchContext): Promise<Figure[]>;
}
