import {
  type ApiResponse,
  asApiError,
  type ApiAnswer as ClientAnswer,
  createApiClient,
  type DataOf,
  fetchTransport,
  type RequestArguments,
  type Route,
  toAnswer,
} from '@journal/contracts';

/** What one GET of the API gave, as pages keep it: it travels with them to the browser. */
export type ApiAnswer = {
  /** Its JSON. */
  readonly body: unknown;
  /** The path of the list's next page where there is one. */
  readonly next: string | null;
  /** Where the journal stood when it was read; compare two with `<`. */
  readonly position: string | null;
  /** Topics of the changes that make it another; null where the API does not say. */
  readonly topics: readonly string[] | null;
};

/**
 * Reads the API for one visitor: on the server with the visitor's position and request id, in the browser by fetch.
 * Rejects with `ApiError` on every answer that is not 2xx, and with status 503 where no answer came.
 */
export interface Api {
  get(path: string, signal?: AbortSignal): Promise<ApiAnswer>;
}

/** The API in the browser, on the page's own origin. Gives up after 20 s. */
export const apiClient = createApiClient(fetchTransport());

/** Sends a request by `apiClient` and resolves with the value of its answer. */
export const call = async <Key extends Route>(
  key: Key,
  ...options: RequestArguments<Key>
): Promise<DataOf<Key>> => (await apiClient.request(key, ...options)).data;

/** Milliseconds. A search is answered within two seconds, and is asked for again by the next letter. */
const searchTimeout = 8_000;

/** Reads by `apiClient`; gives a search up after 8 s. */
export const browserApi: Api = {
  async get(path, signal) {
    const timeout = path.startsWith('/api/search?') ? searchTimeout : undefined;
    return toPageAnswer(await apiClient.get(path, { signal, timeout }));
  },
};

/** The API as the page's server reads it for one visitor. */
export function createServerApi(read: (path: string) => Promise<ApiResponse>): Api {
  return {
    async get(path) {
      try {
        return toPageAnswer(toAnswer(await read(path)));
      } catch (error) {
        throw asApiError(error);
      }
    },
  };
}

const toPageAnswer = ({ data, next, position, topics }: ClientAnswer): ApiAnswer => ({
  body: data,
  next,
  position,
  topics,
});
