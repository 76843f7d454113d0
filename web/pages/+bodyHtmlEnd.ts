import type { PageContextServer } from 'vike/types';
import { readsOf, sentReadsId } from '../data/sent-reads.ts';
import { scriptSafeJson } from '../head/head-tags.ts';

/** The reads of a page that was not streamed, for its hydration. */
export function bodyHtmlEnd(pageContext: PageContextServer): string {
  const { pageHtmlString, pageData, cspNonce } = pageContext;
  if (pageHtmlString === undefined) return '';
  const reads = readsOf(pageData.queryCache?.getAll() ?? []);
  const nonce = cspNonce ? ` nonce="${cspNonce}"` : '';
  return `<script id="${sentReadsId}" type="application/json"${nonce}>${scriptSafeJson(reads)}</script>`;
}
