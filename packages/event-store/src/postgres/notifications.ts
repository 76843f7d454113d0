import { type Listener, listen } from '@journal/postgres';
import type { Position } from '../event-store.port.ts';
import { toPosition } from './read-log.ts';

/** Snapshot of the notifications received. `gaps` counts the times when notifications may have been missed. */
export type Notified = { readonly upTo: Position; readonly gaps: number };

/** Wakes subscriptions that have reached the end of the log. */
export type Notifications = {
  /** An append up to `position` has been committed. */
  notify(position: Position): void;
  /** Notifications may have been missed. */
  notifyGap(): void;
  readonly notified: Notified;
  /**
   * Resolves when a position after `position` has been notified since `since`, when notifications may have been missed
   * since, or when aborted.
   */
  wait(position: Position, since: Notified, signal: AbortSignal): Promise<void>;
};

export function createNotifications(): Notifications {
  const waiting = new Set<() => void>();
  let notified: Notified = { upTo: '', gaps: 0 };

  const set = (next: Notified) => {
    notified = next;
    for (const check of waiting) check();
  };
  return {
    get notified() {
      return notified;
    },
    notify(position) {
      if (position > notified.upTo) set({ ...notified, upTo: position });
    },
    notifyGap() {
      set({ ...notified, gaps: notified.gaps + 1 });
    },
    wait(position, since, signal) {
      return new Promise((resolve) => {
        const done = () => {
          waiting.delete(check);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const check = () => {
          const isMore = notified.upTo > position && notified.upTo !== since.upTo;
          if (isMore || notified.gaps !== since.gaps || signal.aborted) done();
        };
        waiting.add(check);
        signal.addEventListener('abort', done);
        check();
      });
    },
  };
}

export type SharedListener = {
  /** Listens until the returned function is called; `onLost` is called for each lost connection. */
  use(onLost: (error: Error) => void): () => void;
  close(): Promise<void>;
};

/** Fallback for lost notifications: reads the head every `poll` milliseconds. */
export type HeadPoll = { readonly poll: number; readHead(): Promise<Position | undefined> };

/** One LISTEN connection and one poll for all subscriptions of a store, active only while it has subscriptions. */
export function createSharedListener(
  url: string,
  applicationName: string,
  channel: string,
  notifications: Notifications,
  { poll, readHead }: HeadPoll,
): SharedListener {
  const users = new Set<(error: Error) => void>();
  let listener: Listener | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function lookAtHead() {
    const used = listener;
    try {
      const head = await readHead();
      if (head !== undefined) notifications.notify(head);
    } catch {
      // Each subscription then hits the error itself and reports it.
      notifications.notifyGap();
    }
    // If it was closed and used again meanwhile, another poll has begun.
    if (used && listener === used) timer = setTimeout(() => void lookAtHead(), poll);
  }

  async function close() {
    clearTimeout(timer);
    const unused = listener;
    listener = undefined;
    await unused?.close();
  }

  return {
    use(onLost) {
      const user = (error: Error) => onLost(error);
      users.add(user);
      if (!listener) timer = setTimeout(() => void lookAtHead(), poll);
      listener ??= listen({
        url,
        applicationName: `${applicationName} listener`,
        channels: [channel],
        onNotification: (_channel, payload) => notifications.notify(toPosition(payload)),
        onListening: () => notifications.notifyGap(),
        onLost: (error) => {
          for (const notify of users) notify(error);
        },
      });
      return () => {
        users.delete(user);
        if (users.size === 0) void close();
      };
    },
    close,
  };
}
