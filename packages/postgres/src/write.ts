/**
 * An insert, update or delete that is one part of a step, which is one statement. It must do nothing where the relation
 * `moved`, which has one row or none, is empty: `cross join moved` in what it selects from sees to that.
 */
export type Write = {
  /** The statement, its parameters numbered from `first`. The same text for the same `first`, always. */
  readonly text: (first: number) => string;
  readonly values: readonly unknown[];
};
