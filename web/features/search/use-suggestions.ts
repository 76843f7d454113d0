import { defaultSearchLimit, type SearchResult } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'vike/client/router';
import type { ApiAnswer, Rows } from '../../data/api.ts';
import { suggestions } from '../../data/reader.api.ts';
import { toContent } from './SearchField.tsx';
import { searchHref } from './search-address.ts';

/** Milliseconds without a key before the API is asked. */
const settling = 120;
/** How long a response stays fresh, in milliseconds. */
const freshness = 30_000;

export type Suggested = {
  readonly state: 'closed' | 'searching' | 'failed' | 'found';
  readonly rows: readonly SearchResult[];
  readonly more: boolean;
};

/**
 * What is found for a text; `closed` for an empty one. Only ever the answer to this very text: until it is there,
 * `searching`. A request for an earlier text is aborted at once.
 */
export function useSuggestions(text: string): Suggested {
  const settled = useSettled(text);
  const isAsked = text !== '' && text === settled;
  const query = suggestions(isAsked ? text : '');
  const { data, isError, dataUpdatedAt } = useQuery<ApiAnswer, Error, Rows<SearchResult>>({
    queryKey: [query.path],
    select: query.select,
    enabled: isAsked,
    staleTime: freshness,
  });
  const nothing = { rows: [], more: false };
  if (text === '') return { state: 'closed', ...nothing };
  if (!isAsked) return { state: 'searching', ...nothing };
  // Rows that a change made stale and that could not be refetched stay visible until their cache time is over.
  const isOld = Date.now() - dataUpdatedAt >= freshness;
  if (isError && (data === undefined || isOld)) return { state: 'failed', ...nothing };
  if (data === undefined) return { state: 'searching', ...nothing };
  return { state: 'found', rows: data.rows.slice(0, defaultSearchLimit), more: data.next !== null };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSettled, settling, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Milliseconds that what is open stays after the focus has left: a press on it comes first. */
const closing = 200;

/**
 * What is typed into the input, without blanks around it, while suggestions for it are to be open; else empty. Escape
 * closes, and then clears. Sending the form leads to the search page within the site.
 */
export function useOpenText(input: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('');
  const onKey = useEffectEvent((event: KeyboardEvent, box: HTMLInputElement) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && box.value !== '') {
      event.preventDefault();
      if (text === '') box.value = '';
      setText('');
    }
    if (/^Arrow(?:Down|Up)$/.test(event.key) && text === '' && box.value.trim() !== '') {
      event.preventDefault();
      setText(box.value.trim());
    }
  });

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const end = new AbortController();
    const { signal } = end;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      setText(box.value.trim());
    };
    const leave = () => {
      timer = setTimeout(setText, closing, '');
    };
    const submit = (event: Event) => {
      event.preventDefault();
      setText('');
      toContent();
      void navigate(searchHref(box.value));
    };
    box.addEventListener('input', take, { signal });
    box.addEventListener('focus', take, { signal });
    box.addEventListener('blur', leave, { signal });
    box.addEventListener('keydown', (event) => onKey(event, box), { signal });
    box.form?.addEventListener('submit', submit, { signal });
    if (document.activeElement === box) take();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [input]);

  return { text, close: () => setText('') };
}

type Options = {
  input: RefObject<HTMLInputElement | null>;
  /** The element with the options in it, each with an id; null while there are none. */
  listbox: RefObject<HTMLElement | null>;
  listboxId: string;
  /** Whether there are options, and which: none is chosen when it changes. */
  shown: string | undefined;
};

/**
 * Makes the input a combobox by the ARIA pattern: arrows, Home and End choose an option, Enter follows it, and the focus
 * stays in the input. Gives the id of the chosen option.
 */
export function useOptions({ input, listbox, listboxId, shown }: Options): string | undefined {
  const [choice, setChoice] = useState<{ shown: string | undefined; id: string }>();
  if (choice && choice.shown !== shown) setChoice(undefined);
  const chosen = shown !== undefined && choice?.shown === shown ? choice.id : undefined;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The key that opens chooses nothing yet.
    if (event.defaultPrevented || event.isComposing) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const options = Array.from(listbox.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? []);
    const at = options.findIndex(({ id }) => id === chosen);
    if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      options[at]?.click();
    }
    const to = options[nextOf(event.key, at, options.length) ?? -1];
    if (!to) return;
    event.preventDefault();
    setChoice({ shown, id: to.id });
    to.scrollIntoView({ block: 'nearest' });
  });

  useEffect(() => {
    const end = new AbortController();
    input.current?.addEventListener('keydown', onKey, { signal: end.signal });
    return () => end.abort();
  }, [input]);

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': String(shown !== undefined),
      'aria-controls': shown && listboxId,
      'aria-activedescendant': chosen,
    };
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) box.removeAttribute(name);
      else box.setAttribute(name, value);
  }, [input, shown, listboxId, chosen]);

  return chosen;
}

/** Where a key leads from an option; -1 is none of them. Home and End belong to the text until an option is chosen. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home' && at >= 0) return 0;
  if (key === 'End' && at >= 0) return count - 1;
  return undefined;
}
