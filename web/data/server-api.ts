import { type Api, asApiError } from './api.ts';
import { toApiAnswer } from './api-answer.ts';

/** The API as the page's server reads it for one visitor. */
export function createServerApi(read: Vike.PageContextServer['pageData']['read']): Api {
  return {
    async get(path) {
      try {
        return toApiAnswer(await read(path));
      } catch (error) {
        throw asApiError(error);
      }
    },
  };
}
