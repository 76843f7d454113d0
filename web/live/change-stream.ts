import { type Change, changesPath } from '@journal/contracts';

declare global {
  interface WindowEventMap {
    /** The stream reported a change, and its follower has been notified. */
    'journal:change': CustomEvent<Change>;
  }
}

type ChangeStreamOptions = {
  /** Position at which the page was read, '' if it is unknown; changes after it are reported. */
  after: string | undefined;
  /** Called immediately for the first change, and once for all changes that follow within 200 ms. */
  onChange: (change: Change) => void;
};

const longestPause = 30_000;

/**
 * Follows the journal's changes while the page is visible: closes the connection when the page is hidden or left, and
 * resumes from the last position when it is shown again. Nothing is missed in between: the server sends the changes
 * after that position, or `*`. Reconnects automatically, with exponential backoff. `reconnect` opens a new connection,
 * as the user who is then signed in; `stop` ends it permanently.
 */
export function followChanges({ after, onChange }: ChangeStreamOptions) {
  let position = after;
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const following = new AbortController();
  const { signal } = following;
  const tell = throttleChanges((change) => {
    if (signal.aborted) return;
    onChange(change);
    dispatchEvent(new CustomEvent('journal:change', { detail: change }));
  });

  function open() {
    if (source) return;
    clearTimeout(retry);
    const query = position === undefined ? '' : `?after=${encodeURIComponent(position)}`;
    source = new EventSource(changesPath + query);
    source.addEventListener('open', () => {
      failures = 0;
    });
    source.addEventListener('change', (event) => {
      const change = JSON.parse(event.data) as Change;
      // The stream's own ID of this position: it may cover more than the change does.
      position = event.lastEventId || position;
      tell(change);
    });
    source.addEventListener('error', () => {
      // The browser reconnects automatically after a broken connection, and gives up if the response is not a stream.
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

/** Returns the position that all of these answers have reached; undefined if none has one. */
export function earliestPosition(
  answers: readonly ({ readonly position?: string | null } | undefined)[],
): string | undefined {
  return answers.flatMap((answer) => answer?.position ?? []).sort()[0];
}

/** Returns a delay in milliseconds, with jitter, so that clients do not reconnect at the same moment. */
function pauseAfter(failures: number): number {
  return Math.min(longestPause, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** Milliseconds. */
const pause = 200;

/** Returns a listener that passes the first change on immediately and merges those within the next 200 ms into one. */
export function throttleChanges(pass: (change: Change) => void): (change: Change) => void {
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
      // Positions may come from several tables, one of which is ahead of the others.
      position: [change.position, waiting?.position ?? ''].sort()[1] ?? '',
      topics: [...new Set([...(waiting?.topics ?? []), ...change.topics])],
    };
    if (timer === undefined) flush();
  };
}
