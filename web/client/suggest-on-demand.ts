/**
 * Loads the search's suggestions when a pointer or the focus comes near. Where they can't be had, the form is still
 * one.
 */
export function suggestOnDemand(): void {
  const box = document.querySelector('.search-box');
  const form = box?.querySelector('form');
  if (!box || !form) return;
  const suggest = () =>
    import('../features/search/suggest-box.ts').then(
      ({ attach }) => attach(form),
      () => {},
    );
  for (const type of ['pointerover', 'focusin'] as const) box.addEventListener(type, suggest, { once: true });
  if (box.contains(document.activeElement)) void suggest();
}
