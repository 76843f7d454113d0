import { localDate } from '../features/article/local-date.ts';

/** Shows the dates of cards in the reader's own format, as `CardDate` does once hydrated. */
export function localiseDates(page: Document): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>('.card time'))
    time.textContent = localDate(time.dateTime);
}
