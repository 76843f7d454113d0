import { type Section, sections } from '@journal/contracts';
import type { PageContext } from 'vike/types';

/** The page of each section. All other paths of one segment are separate pages, or none. */
export function route({ urlPathname }: PageContext) {
  const section = urlPathname.slice(1);
  return sections.includes(section as Section) ? { routeParams: { section } } : false;
}
