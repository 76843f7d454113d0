/** How a request ended, as its sender knows. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

type Timed = {
  readonly client: string;
  /** Milliseconds of the rig's monotonic clock. */
  readonly begun: number;
  readonly ended: number;
  /** 0 where no answer came. */
  readonly status: number;
};

/** A write of a title that nobody else writes. */
export type Write = Timed & {
  readonly kind: 'publish' | 'edit';
  readonly title: string;
  readonly outcome: Outcome;
  /** Of the event, where it was acknowledged. */
  readonly position?: string | undefined;
  /** The title that the article has to have had, where the request said so by If-Match. */
  readonly after?: string | undefined;
  /** When the last of several requests with one key was sent. */
  readonly sent?: number;
};

/** A read of an article through the API. */
export type Read = Timed & {
  readonly kind: 'read';
  readonly article: number;
  /** What was read; undefined where there was none, or no answer. */
  readonly title?: string | undefined;
  /** How far the tables were, as the answer says. */
  readonly shown: string;
  /** How far this session has written or seen. */
  readonly wanted: string;
};

/** A registration, or a request for a temporary password. */
export type MailRequest = Timed & {
  readonly kind: 'register' | 'forgot';
  readonly email: string;
  readonly outcome: Outcome;
};

/** A page, or a search: only its time and its status are judged. */
export type Visit = Timed & { readonly kind: 'visit'; readonly path: string };

export type Operation = Write | Read | MailRequest | Visit;

export const isWrite = (operation: Operation): operation is Write =>
  operation.kind === 'publish' || operation.kind === 'edit';
export const isRead = (operation: Operation): operation is Read => operation.kind === 'read';
export const asksForMail = (operation: Operation): operation is MailRequest =>
  operation.kind === 'register' || operation.kind === 'forgot';

/** Returns the milliseconds until the last request of an operation was answered, or given up. */
export const durationOf = (operation: Operation): number =>
  operation.ended - ((isWrite(operation) && operation.sent) || operation.begun);

/** What a status tells about a write: a refusal says that nothing was written, 5xx and no answer leave it open. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}
