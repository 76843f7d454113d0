import type { PageContext } from 'vike/types';
import { pageMetaOf } from '../data/page-definition.ts';

export function description(pageContext: PageContext): string | null {
  return pageMetaOf(pageContext).description ?? null;
}
