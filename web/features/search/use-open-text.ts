import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'vike/client/router';
import { searchHref } from './search-address.ts';
import { toContent } from './to-content.ts';

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
