import { type Listener, listen } from '@journal/postgres';
import type { LogNames } from '../log-names.ts';
import { toPosition } from '../position.ts';
import type { WakeUps } from './wake-ups.ts';

export type SharedListener = {
  /** Listens as long as there is a user; call what is returned when done. `onLost` hears of lost connections. */
  use(onLost: (error: Error) => void): () => void;
  close(): Promise<void>;
};

/** One LISTEN connection for all subscriptions of a store, there only while it has some. */
export function createSharedListener(
  url: string,
  applicationName: string,
  names: LogNames,
  wakeUps: WakeUps,
): SharedListener {
  const users = new Set<(error: Error) => void>();
  let listener: Listener | undefined;

  async function close() {
    const unused = listener;
    listener = undefined;
    await unused?.close();
  }

  return {
    use(onLost) {
      const user = (error: Error) => onLost(error);
      users.add(user);
      listener ??= listen({
        url,
        applicationName: `${applicationName} listener`,
        channels: [names.channel],
        onNotification: (_channel, payload) => wakeUps.say(toPosition(payload)),
        onListening: () => wakeUps.doubt(),
        onLost: (error) => {
          for (const tell of users) tell(error);
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
