import { useAtomValue } from 'jotai';
import { useEffect, useRef, useSyncExternalStore } from 'react';
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

/** How far an address is followed that may name a row which is gone. */
const farthestSought = 200;

/** Loads more rows until the one is there that the address names when the list is opened. */
export function useSoughtRow(rows: readonly Pick<Piece, 'id'>[], loadMore: (() => void) | undefined): void {
  const isSought = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for all that come together
  useEffect(() => {
    const { hash } = location;
    if (hash.length < 2 || hash === listHref || rows.length >= farthestSought) isSought.current = false;
    if (rows.some(({ id }) => readingHref(id) === hash)) isSought.current = false;
    if (isSought.current) loadMore?.();
  }, [rows.length]);
}

/**
 * Returns a function that leads to the next row (1) or the one before (-1). Steps beyond the rows that are loaded load more,
 * and are taken once those are there.
 */
export function useReadingSteps<Row extends Pick<Piece, 'id'>>(
  rows: readonly Row[],
  index: number,
  loadMore: (() => void) | undefined,
): (by: 1 | -1) => void {
  /** Steps after the last row, to be taken when more are there. */
  const ahead = useRef(0);
  function go(by: number) {
    // Of two keys one after the other, the second comes before the page shows what the first led to.
    const chosen = rows.findIndex(({ id }) => readingHref(id) === location.hash);
    const from = chosen < 0 ? index : chosen;
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

/** Calls `step` with 1 at the key J and with -1 at K, but for where somebody types or is asked something. */
export function useReadingKeys(step: (by: 1 | -1) => void): void {
  const isOn = useAtomValue(shortcutsAtom) === 'on';
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isShortcut = (key === 'j' || key === 'k') && !ctrlKey && !metaKey && !altKey;
      const isTaken = (target as Element).closest('input, textarea, select, [role$=dialog], [role=menu]');
      const isShown = document.querySelector('.panel-tab:not([hidden]) .reading') !== null;
      if (isShortcut && !isTaken && isShown) latest.current(key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
