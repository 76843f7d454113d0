import { AppendUnknown, type EventStore } from '@journal/event-store';

/** Adds ways to make appends fail, and to run something just before one. */
export function withFaults<Store extends EventStore>(store: Store) {
  let left = Number.POSITIVE_INFINITY;
  let interruption: { run(): unknown; after: number } | undefined;
  return {
    store: {
      ...store,
      async append(...given: Parameters<EventStore['append']>) {
        if (left-- <= 0) throw new AppendUnknown('the process died');
        if (interruption && interruption.after-- === 0) {
          const { run } = interruption;
          interruption = undefined;
          await run();
        }
        return store.append(...given);
      },
    },
    /** Runs once, before the append that follows this many others; if it throws, so does the append. */
    interrupt(run: () => unknown, after = 0) {
      interruption = { run, after };
    },
    /** Lets this many appends succeed, and no more until `revive`. */
    dieAfter(appends: number) {
      left = appends;
    },
    revive() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
