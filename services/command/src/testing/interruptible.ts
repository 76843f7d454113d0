import type { EventStore } from '@journal/event-store';

/** `store`, and a way to make things happen just before one of its appends. */
export function interruptible<Store extends EventStore>(store: Store) {
  let interruption: (() => void | Promise<void>) | undefined;
  return {
    store: {
      ...store,
      async append(...append: Parameters<EventStore['append']>) {
        const interrupt = interruption;
        interruption = undefined;
        await interrupt?.();
        return store.append(...append);
      },
    },
    /** Runs once, before the next append; what it throws, the append throws. */
    interrupt(next: () => void | Promise<void>) {
      interruption = next;
    },
  };
}
