import { previewPage, previewTokenPattern } from '@journal/contracts';
import type { QueryClient } from '@tanstack/query-core';
import { render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { apiClient, queryOf, withQuery } from './api.ts';
import { newId } from './attempt-key.ts';

/** What a token can look like; of any other the page reads nothing. */
export const previewToken = new RegExp(previewTokenPattern);

/** The preview that the address names. Throws the 404 page for what can't be a token, without asking the API. */
export function previewOf({ urlParsed }: PageContext) {
  const { token = '' } = urlParsed.search;
  if (!previewToken.test(token)) throw render(404, 'preview-not-found');
  return queryOf('GET /api/preview', { query: { token } });
}

export const previewHref = (token: string): string => withQuery(previewPage, { token });

/** The links of a pitch that can be opened. */
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

/** Resolves when the links of a pitch have been read again. */
export const refetchPreviewLinks = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: [previewLinks(id).path] });
