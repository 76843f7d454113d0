import type { Static, TObject } from 'typebox';

/** A kind of job: what it is called for good, and what it carries: ids alone, for the queue keeps it in the clear. */
export type JobKind<Data extends TObject = TObject> = {
  /** Small letters and dashes. */
  readonly name: string;
  readonly data: Data;
};

export type JobContext = {
  /** Of the request that the job began with. */
  readonly requestId: string;
  /** Aborted when the worker stops: the job is then tried again by another. */
  readonly signal: AbortSignal;
};

/**
 * Does the work of one kind. May be run again at any time, also after it had come to its end: it must bear that.
 * Rejects where it is to be tried again later, with `FinalFailure` where that would not help.
 */
export type JobHandler = {
  readonly kind: JobKind;
  work(data: unknown, context: JobContext): Promise<void>;
};

export function handles<Data extends TObject>(
  kind: JobKind<Data>,
  work: (data: Static<Data>, context: JobContext) => Promise<void>,
): JobHandler {
  return { kind, work: (data, context) => work(data as Static<Data>, context) };
}

/** The job can't be done, however often it is tried. The message is kept with the job: nothing personal in it. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}
