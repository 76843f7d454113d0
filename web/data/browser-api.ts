import { type Api, asApiError } from './api.ts';
import { toApiAnswer } from './api-answer.ts';

/** The API by the browser's fetch, on the page's own origin. */
export const browserApi: Api = {
  async get(path, signal) {
    try {
      const response = await fetch(path, {
        headers: { accept: 'application/json' },
        ...(signal ? { signal } : {}),
      });
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
