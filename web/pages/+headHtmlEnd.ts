import type { PageContextServer } from 'vike/types';

/** A browser without scripts can't put in place what streams late: it goes to the whole page at once. */
export function headHtmlEnd({ pageData, urlParsed }: PageContextServer): string {
  if (pageData.complete !== false) return '';
  const query = new URLSearchParams(urlParsed.search);
  query.set('whole', '1');
  const url = `${urlParsed.pathname}?${query}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<noscript><meta http-equiv="refresh" content="0; url=${url}"></noscript>`;
}
