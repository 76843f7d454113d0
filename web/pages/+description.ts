import type { PageContext } from 'vike/types';
import { pageMetaOf } from '../head/page-meta.ts';

export function description(pageContext: PageContext): string | null {
  return pageMetaOf(pageContext).description ?? null;
}
