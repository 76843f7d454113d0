/**
 * Loads the search's suggestions when a pointer or the focus comes near. Where they can't be had it says so under what is
 * typed, and tries again at the next key and when the network is back; the form works all the same.
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
  let isAsked = false;
  async function suggest(): Promise<void> {
    isAsked = true;
    if (isLoading || !form) return;
    isLoading = true;
    // What is asked for meanwhile would only share the failure of the request that is under way.
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await import('../features/search/suggest-box.ts').then(({ attach }) => {
        listening.abort();
        attach(form);
      }, tellFailure);
    }
    isLoading = false;
  }
  function tellFailure() {
    const isTyping = document.activeElement === input && input?.value.trim() !== '';
    if (!isTyping) failure.remove();
    // Said once, not at every key.
    else if (!failure.isConnected) place?.replaceChildren(failure);
  }
  for (const type of ['pointerover', 'focusin', 'input'] as const)
    box.addEventListener(type, suggest, { signal });
  input.addEventListener('blur', () => failure.remove(), { signal });
  addEventListener('online', () => failure.isConnected && suggest(), { signal });
  if (box.contains(document.activeElement)) void suggest();
}
