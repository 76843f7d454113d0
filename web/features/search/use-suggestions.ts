import type { SearchResult } from '@journal/contracts';
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
  /** Whether there are others besides. */
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
  if (text === '') return { state: 'closed', rows: [], more: false };
  if (!isAsked) return { state: 'searching', rows: [], more: false };
  // Rows that a change made stale and that could not be refetched stay visible until their cache time is over.
  const isOld = Date.now() - dataUpdatedAt >= freshness;
  if (isError && (data === undefined || isOld)) return { state: 'failed', rows: [], more: false };
  if (data === undefined) return { state: 'searching', rows: [], more: false };
  return { state: 'found', rows: data.rows, more: data.next !== null };
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
    box.addEventListener('input', take, { signal });
    box.addEventListener('focus', take, { signal });
    box.addEventListener(
      'blur',
      () => {
        timer = setTimeout(setText, closing, '');
      },
      { signal },
    );
    box.addEventListener('keydown', (event) => onKey(event, box), { signal });
    box.form?.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        setText('');
        toContent();
        void navigate(searchHref(box.value));
      },
      { signal },
    );
    if (document.activeElement === box) take();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [input]);

  return { text, close: () => setText('') };
}
