import type { PageContextServer } from 'vike/types';
import { tag } from '../head/html.ts';

/** A browser without scripts can't put in place what streams late: it goes to the whole page at once. */
export function headHtmlEnd({ pageData, urlParsed }: PageContextServer): string {
  if (pageData.complete !== false) return '';
  const query = new URLSearchParams(urlParsed.search);
  query.set('whole', '1');
  return `<noscript>${tag('meta', { 'http-equiv': 'refresh', content: `0; url=${urlParsed.pathname}?${query}` })}</noscript>`;
}
