import { ApiError } from '@journal/contracts';
import { asApiError } from './api.ts';
import { readHeaders } from './browser-api.ts';
import { inPatience } from './in-patience.ts';

/** One article or pitch as it is now, and the tag under which it may be replaced; null where it is no more. */
export type TaggedRow<Row> = { readonly row: Row; readonly etag: string } | null;

/**
 * Reads, in the browser, what is about to be edited. Gives up after 20 s. Rejects with `ApiError`, but for a 404; with
 * status 503 where no answer came.
 */
export async function readRow<Row>(path: string, signal?: AbortSignal): Promise<TaggedRow<Row>> {
  try {
    return await inPatience((end) => read<Row>(path, end), signal);
  } catch (error) {
    throw asApiError(error);
  }
}

async function read<Row>(path: string, signal: AbortSignal): Promise<TaggedRow<Row>> {
  const response = await fetch(path, { headers: readHeaders(), signal });
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return { row: JSON.parse(text) as Row, etag: response.headers.get('etag') ?? '*' };
}
