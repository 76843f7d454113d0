import { ApiError } from '@journal/contracts';

/** What one GET of the API gave. */
export type ApiAnswer = {
  /** Its JSON. */
  readonly body: unknown;
  /** The path of the list's next page where there is one. */
  readonly next: string | null;
  /** Where the journal stood when it was read; compare two with `<`. */
  readonly position: string | null;
};

/**
 * Reads the API for one visitor: on the server with the visitor's position and request id, in the browser by fetch.
 * Rejects with `ApiError` on every answer that is not 2xx, and with status 503 where no answer came.
 */
export interface Api {
  get(path: string, signal?: AbortSignal): Promise<ApiAnswer>;
}

/** An `ApiError` with status 503 of whatever kept an answer from coming. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return Object.assign(new ApiError(503, 'The journal does not answer'), { cause: error });
}
