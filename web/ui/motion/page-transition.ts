import type { PageContextClient } from 'vike/types';

let finish: (() => void) | undefined;
let focusedBefore: Element | null = null;

/** Notes where the focus is while the next page is still to be read. */
export function noteFocus(): void {
  focusedBefore = document.activeElement;
}

/**
 * Lets the browser move from one page to the next, covers travelling along, where it can and the reader wants motion.
 * Resolves when the old page has been captured and the new one may be rendered.
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
    // Skipped, as in a hidden tab: the page changes all the same.
    transition.ready.catch(() => {});
  });
}

/**
 * Shows the new page, scrolled to its place, and gives it the focus, so that reading goes on from its top; leaves the
 * focus to who has begun to type somewhere while the page was on its way.
 */
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

/** Marks the root element while the next page loads; the style sheet shows it after a delay. */
export function showPageProgress(): void {
  document.documentElement.dataset.loading = '';
}

export function hidePageProgress(): void {
  delete document.documentElement.dataset.loading;
}

/**
 * Notes in the history where a page is scrolled to the moment it is left by a link, or a scroll has ended: the router
 * itself does so now and then, and misses the last of it.
 */
export function keepScrollPlace(): void {
  addEventListener('click', notePlace, { capture: true });
  addEventListener('scrollend', notePlace, { passive: true });
}

function notePlace(): void {
  const { state } = history;
  if (!state?.vike) return;
  const scrollPosition = { x: scrollX, y: scrollY };
  history.replaceState({ ...state, vike: { ...state.vike, scrollPosition } }, '');
}
