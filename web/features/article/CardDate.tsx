import { useSyncExternalStore } from 'react';
import { localDate, neutralDate } from './article-date.ts';

const never = () => () => {};

/** The day in the reader's own format; in the server's HTML, and for the first paint, in a neutral one. */
export function CardDate({ at }: { at: string }) {
  const text = useSyncExternalStore(
    never,
    () => localDate(at),
    () => neutralDate(at),
  );
  return <time dateTime={at}>{text}</time>;
}
