import { useAtomValue } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Piece } from '../../data/newsroom.api.ts';
import { shortcutsAtom } from './ShortcutsHelp.tsx';

const follow = (listener: () => void) => {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
};

/** The address of the list where the reader stands in its place. */
export const listHref = '#list';

/** The address of a row in the reader beside its list. */
export const readingHref = (id: Piece['id']): string => `#${id}`;

/**
 * Returns the row that is read: the one that the address names after "#", else the one that came in the place of the last,
 * at first the first. `isChosen`: whether the address names it.
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

/** Gives the focus to what is in the reader, without scrolling there. */
export const focusReader = (): void => readerHeading()?.focus({ preventScroll: true });

/** Has the reader stay with a row wherever the list puts it. */
export function keepReading(id: Piece['id']): void {
  if (location.hash !== readingHref(id)) location.replace(readingHref(id));
}

/** A row with which the reader stays wherever the list puts it, and those that were around it in its former place. */
export type Kept = {
  readonly id: Piece['id'];
  readonly before: Piece['id'] | undefined;
  readonly after: Piece['id'] | undefined;
};

/** Returns a row with those that are around it. */
export function keptIn(rows: readonly Pick<Piece, 'id'>[], id: Piece['id']): Kept {
  const index = rows.findIndex((row) => row.id === id);
  return { id, before: rows[index - 1]?.id, after: rows[index + 1]?.id };
}

/**
 * Leads on from a row that is done with to the one after it, or else before it; from one that is kept to what was after it.
 * Returns what takes the focus then; null where there is no other.
 */
export function leaveReading(
  rows: readonly Pick<Piece, 'id'>[],
  id: Piece['id'],
  kept: Kept | undefined,
): HTMLElement | null {
  const index = rows.findIndex((row) => row.id === id);
  const former = kept?.id === id ? rows.find((row) => row.id === kept.after) : undefined;
  const next = former ?? rows[index + 1] ?? rows[index - 1];
  if (!next) return null;
  if (location.hash === readingHref(id)) location.replace(readingHref(next.id));
  return readerHeading();
}

/** Held down, they go on. */
const steps: ReadonlySet<string> = new Set(['j', 'k']);

/** How far an address is followed that may name a row which is gone. */
const farthestSought = 200;

/**
 * Loads more rows until the one is there that the address names when the list is opened, and the one that is `kept`, as
 * long as the address names it.
 */
export function useSoughtRow(
  rows: readonly Pick<Piece, 'id'>[],
  loadMore: (() => void) | undefined,
  kept: Kept | undefined,
): void {
  const isSought = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for all that come together
  useEffect(() => {
    const { hash } = location;
    const isThere = rows.some(({ id }) => readingHref(id) === hash);
    if (hash.length < 2 || hash === listHref || isThere) isSought.current = false;
    const isKept = kept !== undefined && hash === readingHref(kept.id);
    if ((isSought.current || (isKept && !isThere)) && rows.length < farthestSought) loadMore?.();
  }, [rows.map(({ id }) => id).join(), kept?.id]);
}

/**
 * Returns a function that leads to the next row (1) or the one before (-1). Steps beyond the rows that are loaded load more,
 * and are taken once those are there. The first step from a row that is `kept` goes on from its former place.
 */
export function useReadingSteps<Row extends Pick<Piece, 'id'>>(
  rows: readonly Row[],
  index: number,
  loadMore: (() => void) | undefined,
  kept: Kept | undefined,
): (by: 1 | -1) => void {
  const left = useRef<Kept>(undefined);
  /** Steps after the last row, to be taken when more are there. */
  const ahead = useRef(0);
  function go(by: number) {
    // Of two keys one after the other, the second comes before the page shows what the first led to.
    const chosen = rows.findIndex(({ id }) => readingHref(id) === location.hash);
    const from = chosen < 0 ? index : chosen;
    if (kept && kept !== left.current && rows[from]?.id === kept.id) {
      left.current = kept;
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
    // In the place of the address before: the way back leads to the list.
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

/** What the keys of the reader do, each with what has the focus then. */
type ReadingKeys = Readonly<Partial<Record<string, (focused: HTMLElement) => void>>>;

/** Does what the keys do, but for where somebody types or is asked something. */
export function useReadingKeys(keys: ReadingKeys): void {
  const isOn = useAtomValue(shortcutsAtom) === 'on';
  const latest = useRef(keys);
  // With what is on the screen, and not after it: they are about that.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      const act = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (!act || ctrlKey || metaKey || altKey || (repeat && !steps.has(key))) return;
      const isTaken = (target as Element).closest('input, textarea, select, [role$=dialog], [role=menu]');
      const isShown = document.querySelector('.panel-tab:not([hidden]) .reading') !== null;
      if (isTaken || !isShown) return;
      // It would be typed into the field that takes the focus.
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
