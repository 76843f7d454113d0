import { createSuggestionList, type Suggested } from './suggestion-list.ts';
import { createSuggestionSearch, type Read } from './suggestion-search.ts';

export type SuggestOptions = {
  /** Function that reads the API; `fetch` by default. */
  readonly read?: Read;
  /** Goes to the results for a text; by default the browser submits the form. */
  readonly submit?: (text: string) => void;
};

/** Pause in typing before the API is queried, in milliseconds. */
const debounceDelay = 120;
/** Delay before the list closes when the focus leaves, in milliseconds: a press on the list comes first. */
const closeDelay = 200;

const attached = new WeakMap<HTMLFormElement, { options: SuggestOptions; detach: () => void }>();

/**
 * Makes a search form suggest articles for current and earlier input, in the element after the form. If it already
 * does, only updates the given options. Returns a function that ends this.
 *
 * Readers may use this before the rest of the page is loaded, so it depends on nothing else: no React, no API client.
 */
export function attachSuggestions(form: HTMLFormElement, options: SuggestOptions = {}): () => void {
  const earlier = attached.get(form);
  if (earlier) {
    earlier.options = { ...earlier.options, ...options };
    return earlier.detach;
  }
  const box = form.querySelector('input');
  const place = form.nextElementSibling;
  if (!box || !place) throw new Error('The search form has no input, or no place for suggestions after it');

  const end = new AbortController();
  const { signal } = end;
  const self = { options, detach };
  const search = createSuggestionSearch();
  const list = createSuggestionList(box, place, (option) => {
    open('');
    focusContent();
    if (!option.matches('.suggestion-all')) box.value = '';
  });
  /** The text that suggestions are shown for; empty while closed. */
  let text = '';
  let shown: Suggested = 'closed';
  let request: AbortController | undefined;
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  function show(suggested: Suggested) {
    shown = suggested;
    list.show(suggested, `${form.getAttribute('action')}?${new URLSearchParams({ q: text })}`);
  }

  /** Shows suggestions for another text. Aborts the request for the previous one, whose results are never shown. */
  function open(wanted: string, wait = debounceDelay) {
    if (wanted === text) return;
    text = wanted;
    clearTimeout(debounceTimer);
    request?.abort();
    request = undefined;
    show(text === '' ? 'closed' : 'searching');
    if (text !== '') debounceTimer = setTimeout(ask, wait);
  }

  async function ask() {
    clearTimeout(debounceTimer);
    request?.abort();
    const mine = new AbortController();
    request = mine;
    const found = await search.find(text, mine, self.options.read).catch(() => undefined);
    // Listed results stay if refetching them after a change fails.
    if (request === mine && (found || typeof shown === 'string')) show(found ?? 'failed');
  }

  function detach() {
    end.abort();
    clearTimeout(closeTimer);
    open('');
    list.remove();
    attached.delete(form);
  }

  const typed = () => box.value.trim();
  const take = () => {
    clearTimeout(closeTimer);
    open(typed());
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && box.value !== '') {
      event.preventDefault();
      if (text === '') box.value = '';
      open('');
    } else if (/^Arrow(?:Down|Up)$/.test(event.key) && text === '' && typed() !== '') {
      // The key press that opens the list doesn't choose an option.
      event.preventDefault();
      take();
    } else list.press(event);
  };

  box.addEventListener('input', take, { signal });
  box.addEventListener('focus', take, { signal });
  box.addEventListener('keydown', press, { signal });
  box.addEventListener('blur', () => (closeTimer = setTimeout(open, closeDelay, '')), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      const { submit } = self.options;
      open('');
      if (!submit) return;
      event.preventDefault();
      focusContent();
      submit(typed());
    },
    { signal },
  );
  addEventListener('journal:change', ({ detail }) => search.forget(detail) && text !== '' && ask(), {
    signal,
  });
  addEventListener('online', () => shown === 'failed' && ask(), { signal });
  attached.set(form, self);
  // A user who typed before this code was loaded has already waited.
  if (document.activeElement === box) open(typed(), 0);
  return detach;
}

/** Moves the focus to the content of the next page, which also closes a phone's keyboard. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
