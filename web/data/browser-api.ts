import { positionHeader } from '@journal/contracts';
import { type Api, asApiError } from './api.ts';
import { toApiAnswer } from './api-answer.ts';

let position = '';

/** From now on, reads wait until the read side has reached this position; an empty one changes nothing. */
export function readFrom(reached: string): void {
  position = reached || position;
}

/** What every read of the browser says of itself. */
export function readHeaders(): Record<string, string> {
  return { accept: 'application/json', ...(position ? { [positionHeader]: position } : {}) };
}

/** The API by the browser's fetch, on the page's own origin. */
export const browserApi: Api = {
  async get(path, signal) {
    try {
      const response = await fetch(path, { headers: readHeaders(), ...(signal ? { signal } : {}) });
      const { status, statusText } = response;
      return toApiAnswer({
        status,
        statusText,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
    } catch (error) {
      throw asApiError(error);
    }
  },
};
