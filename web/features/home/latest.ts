import { sections } from '@journal/contracts';
import { withQuery } from '../../data/api.ts';
import { cursorIn, type Latest } from '../../data/reader.api.ts';

/** The filter and the page of "Latest Articles" are in the address, so that they work as plain links. */
export function latestIn(search: Readonly<Record<string, string>>): Latest {
  return { section: sections.find((name) => name === search.section), after: cursorIn(search) };
}

/** The address of Home that shows it, with the list in view. */
export function latestHref({ section, after }: Latest): string {
  return `${withQuery('/', { section, after })}#latest`;
}
