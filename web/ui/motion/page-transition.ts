import type { PageContextClient } from 'vike/types';

let finish: (() => void) | undefined;
let focusedBefore: Element | null = null;

/**
 * Begins a view transition unless the reader prefers reduced motion. Resolves when the old page is captured and the new
 * one may render.
 */
export async function beginPageTransition(pageContext: PageContextClient): Promise<void> {
  finish?.();
  if (!changesPage(pageContext) || !('startViewTransition' in document)) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  await new Promise<void>((captured) => {
    const transition = document.startViewTransition(() => {
      captured();
      return new Promise<void>((rendered) => {
        finish = rendered;
      });
    });
    // The transition is skipped, for example in a hidden tab; the page changes anyway.
    transition.ready.catch(() => {});
  });
}

/** Shows the new page and moves the focus to its content, unless the user began to type while the page was loading. */
export function endPageTransition(pageContext: PageContextClient): void {
  if (changesPage(pageContext) && !hasBegunToType())
    document.getElementById('content')?.focus({ preventScroll: true });
  // The router scrolls right after this, in the same task.
  setTimeout(() => finish?.());
}

function changesPage({ isHydration, previousPageContext, urlPathname }: PageContextClient): boolean {
  return !isHydration && previousPageContext?.urlPathname !== urlPathname;
}

function hasBegunToType(): boolean {
  const { activeElement } = document;
  return activeElement !== focusedBefore && (activeElement?.matches('input, textarea, select') ?? false);
}

/**
 * Marks the root element while the next page loads; the style sheet shows that after a delay. Remembers the focus. When
 * the user goes back or forward offline, the browser loads the whole page instead, and the promise never resolves; see
 * `offline-navigation.ts`.
 */
export async function onPageTransitionStart({ isHistoryNavigation }: PageContextClient): Promise<void> {
  if (isHistoryNavigation && !navigator.onLine) {
    // The address has changed already: if it has a fragment, assigning it would only scroll.
    location.reload();
    return new Promise(() => {});
  }
  focusedBefore = document.activeElement;
  document.documentElement.dataset.loading = '';
}

/** Returns whether a page is loading. Reloading the current page would cancel that. */
export function isPageChanging(): boolean {
  return 'loading' in document.documentElement.dataset;
}

export function onPageTransitionEnd(): void {
  delete document.documentElement.dataset.loading;
}

/**
 * Saves the scroll position in the history whenever a link is followed or a scroll ends: the router misses the last
 * part.
 */
export function keepScrollPosition(): void {
  addEventListener('click', saveScrollPosition, { capture: true });
  addEventListener('scrollend', saveScrollPosition, { passive: true });
}

function saveScrollPosition(): void {
  const { state } = history;
  if (!state?.vike) return;
  const scrollPosition = { x: scrollX, y: scrollY };
  history.replaceState({ ...state, vike: { ...state.vike, scrollPosition } }, '');
}
