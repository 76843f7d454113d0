/** A person's account. It is deleted when the person is forgotten. */
export type AccountRow = {
  readonly userId: string;
  /** Of the user's stream: the last event applied. */
  readonly revision: number;
  /** Null, like the names, where the person's key is gone before this was written; nobody's account then. */
  readonly email: string | null;
  /** Names the claim on the address. */
  readonly emailHash: string;
  readonly username: string | null;
  readonly fullName: string | null;
  readonly isAdmin: boolean;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  /** Counts the events that end sessions; a session of a lower version is over. */
  readonly sessionVersion: number;
};

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
