import { createSuggestionList, type Suggested } from './suggestion-list.ts';
import { createSuggestionSearch, type Read } from './suggestion-search.ts';

export type SuggestOptions = {
  /** How the API is read; a plain `fetch` by default. */
  readonly read?: Read;
  /** Leads to the results for a text; by default the browser sends the form. */
  readonly submit?: (text: string) => void;
};

/** Milliseconds without a key before the API is asked. */
const settling = 120;
/** Milliseconds that what is open stays after the focus has left: a press on it comes first. */
const closing = 200;

const attached = new WeakMap<HTMLFormElement, { options: SuggestOptions; detach: () => void }>();

/**
 * Makes a search form suggest articles for what is typed, or was typed before, in the element after it. On a form that
 * does so already it only changes the options given. Returns what ends it.
 *
 * Readers may touch this before anything else of the page is loaded, so it needs nothing else: no React, no API client.
 */
export function attach(form: HTMLFormElement, options: SuggestOptions = {}): () => void {
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
    toContent();
    if (!option.matches('.suggestion-all')) box.value = '';
  });
  /** What is suggested for; empty while nothing is open. */
  let text = '';
  let shown: Suggested = 'closed';
  let request: AbortController | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  function show(suggested: Suggested) {
    shown = suggested;
    list.show(suggested, `${form.getAttribute('action')}?${new URLSearchParams({ q: text })}`);
  }

  /** Suggests for another text. Nobody learns what is found for the one before: its request is aborted. */
  function open(wanted: string, wait = settling) {
    if (wanted === text) return;
    text = wanted;
    clearTimeout(asking);
    request?.abort();
    request = undefined;
    show(text === '' ? 'closed' : 'searching');
    if (text !== '') asking = setTimeout(ask, wait);
  }

  async function ask() {
    clearTimeout(asking);
    request?.abort();
    const mine = new AbortController();
    request = mine;
    const found = await search.find(text, mine, self.options.read).catch(() => undefined);
    // What is listed stays where a change has it read again, and that fails.
    if (request === mine && (found || typeof shown === 'string')) show(found ?? 'failed');
  }

  function detach() {
    end.abort();
    clearTimeout(leaving);
    open('');
    list.remove();
    attached.delete(form);
  }

  const typed = () => box.value.trim();
  const take = () => {
    clearTimeout(leaving);
    open(typed());
  };
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && box.value !== '') {
      event.preventDefault();
      if (text === '') box.value = '';
      open('');
    } else if (/^Arrow(?:Down|Up)$/.test(event.key) && text === '' && typed() !== '') {
      // The key that opens chooses nothing yet.
      event.preventDefault();
      take();
    } else list.press(event);
  };

  box.addEventListener('input', take, { signal });
  box.addEventListener('focus', take, { signal });
  box.addEventListener('keydown', press, { signal });
  box.addEventListener('blur', () => (leaving = setTimeout(open, closing, '')), { signal });
  form.addEventListener(
    'submit',
    (event) => {
      const { submit } = self.options;
      open('');
      if (!submit) return;
      event.preventDefault();
      toContent();
      submit(typed());
    },
    { signal },
  );
  addEventListener('journal:change', ({ detail }) => search.forget(detail) && text !== '' && ask(), {
    signal,
  });
  addEventListener('online', () => shown === 'failed' && ask(), { signal });
  attached.set(form, self);
  // Who typed before this code had come has waited already.
  if (document.activeElement === box) open(typed(), 0);
  return detach;
}

/** Who goes to another page goes on there, and a phone's keyboard makes room for it. */
export function toContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
