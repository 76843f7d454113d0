/** What one GET of the API gave: its JSON, and the path of the list's next page where there is one. */
export type ApiAnswer = { readonly body: unknown; readonly next: string | null };

/**
 * Reads the API for one visitor: on the server with the visitor's position and request id, in the browser by fetch.
 * Rejects with `ApiError` on every answer that is not 2xx, and with status 503 where no answer came.
 */
export interface Api {
  get(path: string, signal?: AbortSignal): Promise<ApiAnswer>;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(`${status}: ${message}`, options);
    this.status = status;
  }
}

/** An `ApiError` with status 503 of whatever kept an answer from coming. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(503, 'The journal does not answer', { cause: error });
}
