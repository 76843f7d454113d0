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
