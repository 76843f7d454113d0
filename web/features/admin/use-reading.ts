import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Piece } from '../../data/newsroom.api.ts';
import { shortcutsAtom } from './ShortcutsHelp.tsx';

const follow = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** URL of the list, for screens on which the reader replaces it. */
export const listHref = '#list';

/** URL that opens a row in the reader beside its list. */
export const readingHref = (id: Piece['id']): string => `#${id}`;

/**
 * Returns the row in the reader: the one that the URL names after "#", or else the one that took the place of the last,
 * initially the first. `isChosen`: whether the URL names it.
 */
export function useReading<Row extends Pick<Piece, 'id'>>(rows: readonly Row[]) {
  const hash = useSyncExternalStore(
    follow,
    () => location.hash,
    () => '',
  );
  const last = useRef(0);
  const chosen = rows.findIndex(({ id }) => readingHref(id) === hash);
  const index = chosen < 0 ? Math.min(last.current, rows.length - 1) : chosen;
  useEffect(() => {
    last.current = Math.max(index, 0);
  });
  return { row: rows[index], index, isChosen: chosen >= 0 };
}

const readerHeading = () => document.getElementById(readerHeadingId);
export const readerHeadingId = 'reading-title';

/** Focuses the heading of the reader, without scrolling to it. */
export const focusReader = (): void => readerHeading()?.focus({ preventScroll: true });

/** Keeps a row in the reader wherever the list moves it. */
export function keepInReader(id: Piece['id']): void {
  if (location.hash !== readingHref(id)) location.replace(readingHref(id));
}

/** A row that stays in the reader wherever the list moves it, and its former neighbours. */
export type KeptRow = {
  readonly id: Piece['id'];
  readonly before: Piece['id'] | undefined;
  readonly after: Piece['id'] | undefined;
};

/** Returns a row with its neighbours. */
export function keptRowIn(rows: readonly Pick<Piece, 'id'>[], id: Piece['id']): KeptRow {
  const index = rows.findIndex((row) => row.id === id);
  return { id, before: rows[index - 1]?.id, after: rows[index + 1]?.id };
}

/**
 * Moves on from a finished row to the next one, or else to the previous one; from a kept row to its former successor.
 * Returns the element to focus; null if there is no other row.
 */
export function openNextRow(
  rows: readonly Pick<Piece, 'id'>[],
  id: Piece['id'],
  kept: KeptRow | undefined,
): HTMLElement | null {
  const index = rows.findIndex((row) => row.id === id);
  const former = kept?.id === id ? rows.find((row) => row.id === kept.after) : undefined;
  const next = former ?? rows[index + 1] ?? rows[index - 1];
  if (!next) return null;
  if (location.hash === readingHref(id)) location.replace(readingHref(next.id));
  return readerHeading();
}

/** Keys that repeat when held down. */
const repeatableKeys: ReadonlySet<string> = new Set(['j', 'k']);

/** Number of rows to load when searching for a row that a URL names, which may be gone. */
const maxRowsSearched = 200;

/**
 * Loads more rows until they include the row that the URL names when the list is opened, and the `kept` row as long as
 * the URL names it.
 */
export function useLinkedRow(
  rows: readonly Pick<Piece, 'id'>[],
  loadMore: (() => void) | undefined,
  kept: KeptRow | undefined,
): void {
  const isSearching = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for all that come together
  useEffect(() => {
    const { hash } = location;
    const isLoaded = rows.some(({ id }) => readingHref(id) === hash);
    if (hash.length < 2 || hash === listHref || isLoaded) isSearching.current = false;
    const isKept = kept !== undefined && hash === readingHref(kept.id);
    if ((isSearching.current || (isKept && !isLoaded)) && rows.length < maxRowsSearched) loadMore?.();
  }, [rows.map(({ id }) => id).join(), kept?.id]);
}

/**
 * Returns a function that goes to the next row (1) or the previous one (-1). Steps beyond the loaded rows load more,
 * and are taken once those have arrived. The first step from a `kept` row starts at its former place.
 */
export function useReadingSteps<Row extends Pick<Piece, 'id'>>(
  rows: readonly Row[],
  index: number,
  loadMore: (() => void) | undefined,
  kept: KeptRow | undefined,
): (by: 1 | -1) => void {
  const departedFrom = useRef<KeptRow>(undefined);
  /** Pending steps after the last row, to be taken when more rows have arrived. */
  const ahead = useRef(0);
  function go(by: number) {
    // If two keys are pressed in quick succession, the second arrives before the page shows the effect of the first.
    const chosen = rows.findIndex(({ id }) => readingHref(id) === location.hash);
    const from = chosen < 0 ? index : chosen;
    if (kept && kept !== departedFrom.current && rows[from]?.id === kept.id) {
      departedFrom.current = kept;
      const former = by > 0 ? kept.after : kept.before;
      if (former !== undefined && rows.some(({ id }) => id === former)) {
        location.replace(readingHref(former));
        return;
      }
    }
    const last = rows.length - 1;
    const goal = (from === last ? from + ahead.current : from) + by;
    ahead.current = loadMore ? Math.max(goal - last, 0) : 0;
    if (ahead.current > 0) loadMore?.();
    const next = rows[Math.max(Math.min(goal, last), 0)];
    // Replaces the URL, so that the back button returns to the list.
    if (next && readingHref(next.id) !== location.hash) location.replace(readingHref(next.id));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for all that come together
  useEffect(() => {
    const steps = ahead.current;
    ahead.current = 0;
    if (steps > 0) go(steps);
  }, [rows.length]);
  return go;
}

/** Actions by key; each receives the focused element. */
type ReadingKeys = Readonly<Partial<Record<string, (focused: HTMLElement) => void>>>;

/** Runs the actions of the keys, except while the user is typing or a dialog is open. */
export function useReadingKeys(keys: ReadingKeys): void {
  const isOn = useAtomValue(shortcutsAtom) === 'on';
  const latest = useRef(keys);
  // Updated together with the screen, because the keys act on what it shows.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!act || ctrlKey || metaKey || altKey || (repeat && !repeatableKeys.has(key))) return;
      const isBusy = (target as Element).closest('input, textarea, select, [role$=dialog], [role=menu]');
      const isShown = document.querySelector('.panel-tab:not([hidden]) .reading') !== null;
      if (isBusy || !isShown) return;
      // The character would be typed into the field that takes the focus.
      event.preventDefault();
      const focused = document.activeElement;
      const heading = readerHeading();
      const opener = focused instanceof HTMLElement && focused !== document.body ? focused : heading;
      if (opener) act(opener);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
