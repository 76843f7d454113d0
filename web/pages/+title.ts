import type { PageContext } from 'vike/types';
import { titleOf } from '../head/page-meta.ts';

export function title(pageContext: PageContext): string {
  return titleOf(pageContext);
}
