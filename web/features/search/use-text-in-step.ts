import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts into the input what the page is about whenever that changes. Leaves alone what was typed before the first page
 * came to life, and what somebody is typing.
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
