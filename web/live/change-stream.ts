import { type Change, changesPath } from '@journal/contracts';

export type ChangeStreamOptions = {
  onChange: (change: Change) => void;
  /** For tests: the browser's own otherwise. */
  connect?: (url: string) => EventSource;
};

const longestPause = 30_000;

/**
 * Follows the journal's changes while the page can be seen: closes the connection when the page is hidden or left, and
 * takes it up again when it is shown. What happened in between arrives as one change of everything (`*`). Reconnects by
 * itself, with growing pauses.
 */
export function followChanges({
  onChange,
  connect = (url) => new EventSource(url),
}: ChangeStreamOptions): void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let missed = false;

  function open() {
    if (source) return;
    clearTimeout(retry);
    source = connect(changesPath);
    source.addEventListener('open', () => {
      failures = 0;
      if (missed) onChange({ position: '', topics: ['*'] });
      missed = false;
    });
    source.addEventListener('change', (event) => onChange(JSON.parse(event.data) as Change));
    source.addEventListener('error', () => {
      missed = true;
      // The browser tries again by itself after a broken connection, and gives up after an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, pauseAfter(failures++));
    });
  }

  function close() {
    clearTimeout(retry);
    if (!source) return;
    source.close();
    source = undefined;
    missed = true;
  }

  const follow = () => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', close);
  addEventListener('pageshow', follow);
  follow();
}

/** Milliseconds; spread, so that not everyone is back at the same moment. */
function pauseAfter(failures: number): number {
  return Math.min(longestPause, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
}
