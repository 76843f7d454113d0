import { type Change, changesPath } from '@journal/contracts';

declare global {
  interface WindowEventMap {
    /** The stream told of a change, and whoever follows it has been told. */
    'journal:change': CustomEvent<Change>;
  }
}

type ChangeStreamOptions = {
  /** The position that the page has been read at; changes after it are told. */
  after: string | undefined;
  /** Called for the first change at once, and for those that follow within 200 ms as one. */
  onChange: (change: Change) => void;
};

const longestPause = 30_000;

/**
 * Follows the journal's changes while the page can be seen: closes the connection when the page is hidden or left, and
 * goes on from where it was when it is shown. Nothing is missed in between: the server tells what came after the last
 * position, or `*`. Reconnects by itself, with growing pauses. `reconnect` connects anew, as who is signed in then; `stop`
 * ends it for good.
 */
export function followChanges({ after, onChange }: ChangeStreamOptions) {
  let position = after;
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const following = new AbortController();
  const { signal } = following;
  const tell = gather((change) => {
    if (signal.aborted) return;
    onChange(change);
    dispatchEvent(new CustomEvent('journal:change', { detail: change }));
  });

  function open() {
    if (source) return;
    clearTimeout(retry);
    source = new EventSource(position ? `${changesPath}?after=${encodeURIComponent(position)}` : changesPath);
    source.addEventListener('open', () => {
      failures = 0;
    });
    source.addEventListener('change', (event) => {
      const change = JSON.parse(event.data) as Change;
      // What the stream knows this place by: it may follow more than the change is of.
      position = event.lastEventId || position;
      tell(change);
    });
    source.addEventListener('error', () => {
      // The browser tries again by itself after a broken connection, and gives up after an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, pauseAfter(failures++));
    });
  }

  function close() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  const follow = () => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', follow, { signal });
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', follow, { signal });
  follow();
  return {
    reconnect() {
      close();
      follow();
    },
    stop() {
      following.abort();
      close();
    },
  };
}

/** Returns the position that all of these answers have reached; undefined where none has one. */
export function earliestPosition(
  answers: readonly ({ readonly position?: string | null } | undefined)[],
): string | undefined {
  return answers.flatMap((answer) => answer?.position ?? []).sort()[0];
}

/** Milliseconds; spread, so that not everyone is back at the same moment. */
function pauseAfter(failures: number): number {
  return Math.min(longestPause, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** Milliseconds. */
const pause = 200;

/** Returns a listener that passes the first change on at once and merges those that follow within 200 ms into one. */
export function gather(pass: (change: Change) => void): (change: Change) => void {
  let waiting: Change | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    const change = waiting;
    waiting = undefined;
    timer = change && setTimeout(flush, pause);
    if (change) pass(change);
  }

  return (change) => {
    waiting = {
      // They may come from several tables, of which one is ahead of the other.
      position: [change.position, waiting?.position ?? ''].sort()[1] ?? '',
      topics: [...new Set([...(waiting?.topics ?? []), ...change.topics])],
    };
    if (timer === undefined) flush();
  };
}
