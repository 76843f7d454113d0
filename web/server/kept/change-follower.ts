import { setTimeout as sleep } from 'node:timers/promises';
import { Change, internalChangesPath, type StreamTransport } from '@journal/contracts';
import { createPosition } from '@journal/service-kit';
import { createParser } from 'eventsource-parser';
import { Check } from 'typebox/value';

type FollowerOptions = {
  readonly open: StreamTransport;
  /** Called with the topics of each change; they are empty if only the position moved. */
  readonly onChange: (topics: readonly string[]) => void;
  /** Called when the stream of changes breaks and when it is restored: anything read before may be stale. */
  readonly onGap: () => void;
  /** Called once per outage that lasts some seconds. */
  readonly onError?: (error: unknown) => void;
};

/** Milliseconds. A heartbeat arrives every second. */
const idleTimeout = 2_500;
/** Failed attempts before an outage is reported, about 4 s. Startups and dropped connections recover sooner. */
const failuresBeforeReport = 7;
const firstPause = 100;
const longestPause = 2_000;

/**
 * Follows every change of the read side between `start` and `stop`. A stream that breaks, or is silent for 2.5 s, is
 * reopened after 100 ms to 2 s.
 */
export function createChangeFollower({ open, onChange, onGap, onError }: FollowerOptions) {
  const stopping = new AbortController();
  const position = createPosition();
  let isOpen = false;
  let lastReceivedAt = 0;
  /** Consecutive failed attempts. */
  let failures = 0;

  function onMessage(data: string) {
    const change: unknown = JSON.parse(data);
    if (!Check(Change, change)) throw new Error('The stream sent an invalid change');
    if (!isOpen) {
      isOpen = true;
      failures = 0;
      onGap();
    } else onChange(change.topics);
    position.moveTo(change.position);
  }

  /** Resolves or rejects when the stream has ended. */
  async function followOnce(): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort();
    let idleTimer = setTimeout(end, idleTimeout);
    stopping.signal.addEventListener('abort', end, { once: true });
    const parser = createParser({ onEvent: ({ data }) => onMessage(data) });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of await open(internalChangesPath, ending.signal)) {
        lastReceivedAt = performance.now();
        clearTimeout(idleTimer);
        idleTimer = setTimeout(end, idleTimeout);
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
    } finally {
      clearTimeout(idleTimer);
      stopping.signal.removeEventListener('abort', end);
      end();
    }
  }

  async function follow(): Promise<void> {
    for (let pause = firstPause; !stopping.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await followOnce().catch((error: unknown) => {
        if (!stopping.signal.aborted && ++failures === failuresBeforeReport) onError?.(error);
      });
      if (isOpen) {
        isOpen = false;
        pause = firstPause;
        onGap();
      }
      // Jitter, so that processes do not reconnect at the same moment.
      const time = pause * (0.5 + Math.random() / 2);
      await sleep(time, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    /** Whether the stream is open, with no change missed since the last gap. */
    get isCurrent(): boolean {
      return isOpen && performance.now() - lastReceivedAt < idleTimeout;
    },
    /** Position up to which every change has been received; '' if unknown. */
    get position(): string {
      return position.current;
    },
    /** Resolves with whether every change up to `wanted` has been received within `timeout` milliseconds. */
    reaches: position.reaches,
    start: (): void => void follow(),
    stop: (): void => stopping.abort(),
  };
}
