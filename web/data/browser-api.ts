import { toApiAnswer } from './api-answer.ts';
import { type Api, ApiError } from './api.port.ts';

/** The API by the browser's fetch, on the page's own origin. */
export const browserApi: Api = {
  async get(path, signal) {
    const response = await fetch(path, { headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) }).catch(
      (error: unknown) => {
        throw new ApiError(503, 'The journal does not answer', { cause: error });
      },
    );
    const { status, statusText, headers } = response;
    return toApiAnswer({ status, statusText, link: headers.get('link'), body: await response.text() });
  },
};
