import { useEffect } from 'react';

/** Gives a text to whoever listens, or has it said. */
export type Say = (text: string) => void;

/** Says a text for as long as the component is there. */
export function useSaid(text: string, say: Say): void {
  useEffect(() => {
    say(text);
    return () => say('');
  }, [text, say]);
}
