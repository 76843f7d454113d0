import { StoreUnavailable } from './event-store.port.ts';

/** What `work` gives, or `StoreUnavailable` where it takes longer than this many milliseconds. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new StoreUnavailable(`The event store did not answer in ${milliseconds} ms`));
    timer = setTimeout(fail, milliseconds);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
