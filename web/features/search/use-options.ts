import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

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
    box.setAttribute('role', 'combobox');
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-haspopup', 'listbox');
    box.setAttribute('aria-expanded', String(shown !== undefined));
    setOrRemove(box, 'aria-controls', shown === undefined ? undefined : listboxId);
    setOrRemove(box, 'aria-activedescendant', chosen);
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

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
