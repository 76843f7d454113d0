import type { PageContextServer } from 'vike/types';
import { headTags } from '../head/head-tags.ts';

export function headHtmlBegin(pageContext: PageContextServer): string {
  return headTags(pageContext);
}
