import type { PageContextServer } from 'vike/types';
import type { ApiAnswer } from '../data/api.ts';
import { type SentRead, sentReadsId } from '../data/sent-reads.ts';
import { scriptSafeJson } from '../head/head-tags.ts';

/** The reads of a page that was rendered at once, for its hydration. */
export function bodyHtmlEnd(pageContext: PageContextServer): string {
  const { pageHtmlString, pageData, cspNonce } = pageContext;
  if (pageHtmlString === undefined) return '';
  const queries = pageData.queryCache?.getAll() ?? [];
  const reads = queries.flatMap(({ queryKey: [path], state: { data } }): SentRead[] =>
    data === undefined ? [] : [[String(path), data as ApiAnswer]],
  );
  const nonce = cspNonce ? ` nonce="${cspNonce}"` : '';
  return `<script id="${sentReadsId}" type="application/json"${nonce}>${scriptSafeJson(reads)}</script>`;
}
