/** Outcome of a request, as known to its sender. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

type Timed = {
  readonly client: string;
  /** Milliseconds of the rig's monotonic clock. */
  readonly begun: number;
  readonly ended: number;
  /** 0 if there was no response. */
  readonly status: number;
};

/** A write of a title that is written only once. */
export type Write = Timed & {
  readonly kind: 'publish' | 'edit';
  readonly title: string;
  readonly outcome: Outcome;
  /** Position of the event, if the write was acknowledged. */
  readonly position?: string | undefined;
  /** Title that the article must have had, if the request required it with If-Match. */
  readonly after?: string | undefined;
  /** When the last of several requests with one idempotency key was sent. */
  readonly sent?: number;
};

/** A read of an article through the API. */
export type Read = Timed & {
  readonly kind: 'read';
  readonly article: number;
  /** Title that was read; undefined if there was none, or no response. */
  readonly title?: string | undefined;
  /** Position of the tables, according to the response. */
  readonly shown: string;
  /** Highest position that this session has written or seen. */
  readonly wanted: string;
};

/** A registration, or a request for a temporary password. */
export type MailRequest = Timed & {
  readonly kind: 'register' | 'forgot';
  readonly email: string;
  readonly outcome: Outcome;
};

/** A request of which only time and status are judged, such as a page or a search. */
export type Visit = Timed & { readonly kind: 'visit'; readonly path: string };

export type Operation = Write | Read | MailRequest | Visit;

export const isWrite = (operation: Operation): operation is Write =>
  operation.kind === 'publish' || operation.kind === 'edit';
export const isRead = (operation: Operation): operation is Read => operation.kind === 'read';
export const isMailRequest = (operation: Operation): operation is MailRequest =>
  operation.kind === 'register' || operation.kind === 'forgot';

/** Returns the milliseconds until the last request of an operation was answered or abandoned. */
export const durationOf = (operation: Operation): number =>
  operation.ended - ((isWrite(operation) && operation.sent) || operation.begun);

/**
 * Returns what a status means for a write: a refusal means that nothing was written; 5xx and no response leave it open.
 */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}
