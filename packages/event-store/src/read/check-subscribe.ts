import { InvalidRequest, type SubscribeOptions } from '../event-store.port.ts';

export type CheckedSubscribe = Pick<SubscribeOptions, 'onDropped'> & {
  /** Each once. */
  readonly types: readonly string[] | undefined;
  readonly batchSize: number;
  /** The caller's and the store's. */
  readonly signal: AbortSignal;
};

/** Fills in what was left out. Throws `InvalidRequest` for a `batchSize` that is no whole number from 1. */
export function checkSubscribe(options: SubscribeOptions, ending: AbortSignal): CheckedSubscribe {
  const { types, signal, batchSize = 1_000, onDropped } = options;
  if (!Number.isSafeInteger(batchSize) || batchSize < 1)
    throw new InvalidRequest(`"batchSize" can't be ${batchSize}`);
  return {
    types: types && [...new Set(types)],
    batchSize,
    signal: signal ? AbortSignal.any([ending, signal]) : ending,
    ...(onDropped && { onDropped }),
  };
}
