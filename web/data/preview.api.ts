import { previewPage, previewTokenPattern } from '@journal/contracts';
import type { QueryClient } from '@tanstack/query-core';
import { render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { apiClient, queryOf, withQuery } from './api.ts';
import { newId } from './attempt-key.ts';

/** Format of a token. For anything else the page reads nothing. */
export const previewToken = new RegExp(previewTokenPattern);

/**
 * Query for the preview that the URL names. Throws the 404 page for a malformed token, without a request to the API.
 */
export function previewOf({ urlParsed }: PageContext) {
  const { token = '' } = urlParsed.search;
  if (!previewToken.test(token)) throw render(404, 'preview-not-found');
  return queryOf('GET /api/preview', { query: { token } });
}

export const previewHref = (token: string): string => withQuery(previewPage, { token });

/** The preview links of a pitch that still work. */
export const previewLinks = (id: string) => queryOf('GET /api/submissions/:id/previews', { params: { id } });

export const makePreviewLink = async (id: string) =>
  (
    await apiClient.request('POST /api/submissions/:id/previews', {
      params: { id },
      idempotencyKey: newId(),
    })
  ).data;

export const revokePreviewLink = (id: string, linkId: string) =>
  apiClient.request('DELETE /api/submissions/:id/previews/:linkId', { params: { id, linkId } });

/** Resolves when the pitch's preview links have been refetched. */
export const refetchPreviewLinks = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: [previewLinks(id).path] });
