/**
 * Loads the search suggestions when the pointer or the focus approaches the search box. If they can't be loaded, a
 * message below the input reports it, and loading is retried at the next key press and when the network is back. The
 * form works regardless.
 */
export function suggestOnDemand(): void {
  const box = document.querySelector('.search-box');
  const form = box?.querySelector('form');
  const input = form?.querySelector('input');
  const place = form?.nextElementSibling;
  if (!box || !form || !input || !place) return;
  const listening = new AbortController();
  const { signal } = listening;
  const failure = document.createElement('div');
  failure.className = 'suggestions';
  failure.innerHTML = '<p class="suggestions-state" role="alert">Search failed</p>';

  let isLoading = false;
  let isRequested = false;
  async function suggest(): Promise<void> {
    isRequested = true;
    if (isLoading || !form) return;
    isLoading = true;
    // A request made meanwhile would only share the failure of the one in progress.
    while (isRequested && !signal.aborted) {
      isRequested = false;
      await import('../features/search/suggest-box.ts').then(({ attachSuggestions }) => {
        listening.abort();
        attachSuggestions(form);
      }, reportFailure);
    }
    isLoading = false;
  }
  function reportFailure() {
    const isTyping = document.activeElement === input && input?.value.trim() !== '';
    if (!isTyping) failure.remove();
    // Announced once, not at every key press.
    else if (!failure.isConnected) place?.replaceChildren(failure);
  }
  for (const type of ['pointerover', 'focusin', 'input'] as const)
    box.addEventListener(type, suggest, { signal });
  input.addEventListener('blur', () => failure.remove(), { signal });
  addEventListener('online', () => failure.isConnected && suggest(), { signal });
  if (box.contains(document.activeElement)) void suggest();
}
