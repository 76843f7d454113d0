import { ApiError } from '@journal/contracts';
import { asApiError } from './api.ts';
import { readHeaders } from './browser-api.ts';

/** One article or pitch as it is now, and the tag under which it may be replaced; null where it is no more. */
export type TaggedRow<Row> = { readonly row: Row; readonly etag: string } | null;

/** Reads, in the browser, what is about to be edited. Rejects with `ApiError`, but for a 404. */
export async function readRow<Row>(path: string, signal?: AbortSignal): Promise<TaggedRow<Row>> {
  try {
    const response = await fetch(path, { headers: readHeaders(), ...(signal ? { signal } : {}) });
    const text = await response.text();
    if (response.status === 404) return null;
    if (!response.ok) throw new ApiError(response.status, text, response.statusText);
    return { row: JSON.parse(text) as Row, etag: response.headers.get('etag') ?? '*' };
  } catch (error) {
    throw asApiError(error);
  }
}
