import { positionHeader } from '@journal/contracts';
import { type Api, type ApiAnswer, asApiError } from './api.ts';
import { toApiAnswer } from './api-answer.ts';
import { inPatience } from './in-patience.ts';

let position = '';

/** From now on, reads wait until the read side has reached this position; an empty one changes nothing. */
export function readFrom(reached: string): void {
  position = reached || position;
}

/** What every read of the browser says of itself. */
export function readHeaders(): Record<string, string> {
  return { accept: 'application/json', ...(position ? { [positionHeader]: position } : {}) };
}

/** Milliseconds. A search is answered within two seconds, and is asked for again by the next letter. */
const searchPatience = 8_000;

/** The API by the browser's fetch, on the page's own origin. Gives up after 20 s, a search after 8 s. */
export const browserApi: Api = {
  async get(path, signal) {
    try {
      const patience = path.startsWith('/api/search?') ? searchPatience : undefined;
      return await inPatience((end) => read(path, end), signal, patience);
    } catch (error) {
      throw asApiError(error);
    }
  },
};

async function read(path: string, signal: AbortSignal): Promise<ApiAnswer> {
  const response = await fetch(path, { headers: readHeaders(), signal });
  const { status, statusText } = response;
  return toApiAnswer({
    status,
    statusText,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}
