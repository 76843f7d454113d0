import { type RefObject, useEffect } from 'react';

const elsewhere = 'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]';

/** `/` goes to the input, unless one is typing elsewhere or something is open over the page. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const end = new AbortController();
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', listen, { signal: end.signal });
    return () => end.abort();
  }, [input]);
}

function isElsewhere(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.closest(elsewhere) !== null;
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}
