import type { PageContext } from 'vike/types';
import { titleOf } from '../data/page-definition.ts';

/** For pages that the browser renders; in the server's HTML the title is one of the head tags. */
export function title(pageContext: PageContext): string | null {
  return pageContext.isClientSide ? titleOf(pageContext) : null;
}
