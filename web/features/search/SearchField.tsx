import { maxSearchLength } from '@journal/contracts';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';

type SearchFieldProps = ComponentProps<'input'> & { label: string };

/** The search input and its submit button, for a form that leads to the search page. */
export function SearchField({ label, ...input }: SearchFieldProps) {
  return (
    <>
      <label className="sr-only" htmlFor={input.id}>
        {label}
      </label>
      <input
        name="q"
        dir="auto"
        maxLength={maxSearchLength}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        {...input}
      />
      <button type="submit" className="search-go">
        <span className="sr-only">Search</span>
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <path
            d="M8.5 2.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM13 13l5 5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.2"
          />
        </svg>
      </button>
    </>
  );
}

/**
 * Sets the input to the page's search text whenever that changes. Keeps input from before hydration, and input that the
 * user is typing.
 */
export function useTextInStep(input: RefObject<HTMLInputElement | null>, text: string): void {
  const before = useRef(text);
  useEffect(() => {
    const box = input.current;
    if (!box || before.current === text) return;
    const isTyping = document.activeElement === box && box.value.trim() !== before.current;
    before.current = text;
    if (!isTyping) box.value = text;
  }, [input, text]);
}
