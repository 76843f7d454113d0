import { ApiError, positionHeader } from '@journal/contracts';
import { asApiError } from './api.ts';
import { readFrom } from './browser-api.ts';
import { inPatience } from './in-patience.ts';

/**
 * Sends a change to the API and gives what it answers; undefined for an answer without a body. Reads after it see it.
 * Rejects with `ApiError`, with status 503 where no answer came in 20 s: then it is not known whether it was done.
 */
export async function write<Value = undefined>(
  method: string,
  path: string,
  body?: object,
  extra: Readonly<Record<string, string>> = {},
): Promise<Value> {
  try {
    return await inPatience(async (signal) => {
      const response = await fetch(path, {
        method,
        signal,
        headers: {
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...extra,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, text, response.statusText);
      readFrom(response.headers.get(positionHeader) ?? '');
      return (text === '' ? undefined : JSON.parse(text)) as Value;
    });
  } catch (error) {
    throw asApiError(error);
  }
}
