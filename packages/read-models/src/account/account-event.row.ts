/** What happened to an account, and when; never what was in it. */
export type AccountEventRow = {
  readonly userId: string;
  readonly revision: number;
  readonly type: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly requestId: string;
  readonly position: string;
};
