import {
  type AddressOptions,
  type ApiResponse,
  addressOf,
  asApiError,
  type ApiAnswer as ClientAnswer,
  createApiClient,
  type DataOf,
  fetchTransport,
  freshForHeader,
  passkeyHeader,
  passwordMinutesHeader,
  type Route,
  type SessionUser,
  toAnswer,
} from '@journal/contracts';

/** The response to a GET of the API, as it is cached and sent to the browser with the page. */
export type ApiAnswer = {
  readonly body: unknown;
  /** Path of the list's next page, or null if there is none. */
  readonly next: string | null;
  /** Log position at which the response was read. Compare two of them with `<`. */
  readonly position: string | null;
  /** Topics of the changes that invalidate it; null if the API names none. */
  readonly topics: readonly string[] | null;
  /** Seconds after which the response changes even without an event. */
  readonly freshFor?: number;
};

/**
 * Reads the API for one visitor: on the server with the visitor's position and request id, in the browser with fetch.
 * Rejects with `ApiError` on every status that is not 2xx, and with status 503 if there was no response.
 */
export type Read = (path: string, signal?: AbortSignal) => Promise<ApiAnswer>;

/** API client of the browser, on the page's own origin. Times out after 20 s. */
export const apiClient = createApiClient(fetchTransport());

/** Returns the message to show for a failed call: the server's, one for a missing response, or else `otherwise`. */
export function failureMessage(error: unknown, otherwise: string): string {
  const { problem, isUnanswered } = asApiError(error);
  return problem?.message ?? (isUnanswered ? unreachable : otherwise);
}

const unreachable = 'There was no answer: you seem to be offline. Please try again once you are connected.';

export const readInBrowser: Read = async (path, signal) =>
  toPageAnswer(await apiClient.get(path, { signal }));

/** Returns the function with which the server reads the API for one visitor. */
export function readOnServer(read: (path: string) => Promise<ApiResponse>): Read {
  return async (path) => {
    try {
      return toPageAnswer(toAnswer(await read(path)));
    } catch (error) {
      throw asApiError(error);
    }
  };
}

const toPageAnswer = ({ next, position, topics, ...answer }: ClientAnswer): ApiAnswer => ({
  body: withSessionHeaders(answer),
  next,
  position,
  topics,
  ...(freshForHeader in answer.headers && { freshFor: Number(answer.headers[freshForHeader]) }),
});

/** The signed-in user, as the pages see them. */
export type PageUser = SessionUser & {
  /** Minutes until the temporary password expires, if the user signed in with one. */
  readonly passwordMinutes?: number;
  /** Whether they must present a passkey before the newsroom answers. */
  readonly isPasskeyAwaited?: true;
};

/** Returns the data of a response; for a session, also the headers about its password and passkey. */
export function withSessionHeaders<Data>({ data, headers }: Pick<ClientAnswer<Data>, 'data' | 'headers'>) {
  const minutes = headers[passwordMinutesHeader];
  const isAwaited = passkeyHeader in headers;
  if (minutes === undefined && !isAwaited) return data;
  return {
    ...data,
    ...(minutes !== undefined && { passwordMinutes: Number(minutes) }),
    ...(isAwaited && ({ isPasskeyAwaited: true } as const)),
  };
}

/** One read of the API. Its path is the query key; `select` derives the component's data from the response. */
export type ApiQuery<Data> = {
  readonly path: string;
  readonly select: (answer: ApiAnswer) => Data;
};

/** A page of a list. `next` is the path of the following page, null on the last one. */
export type Rows<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

type Address<Key extends Route> =
  Record<never, never> extends AddressOptions<Key>
    ? [options?: AddressOptions<Key>]
    : [options: AddressOptions<Key>];
type RowOf<Key extends Route> = DataOf<Key> extends readonly (infer Row)[] ? Row : never;

/** Returns the query that reads a route. */
export function queryOf<Key extends Route>(key: Key, ...address: Address<Key>): ApiQuery<DataOf<Key>> {
  return { path: addressOf(key, ...address), select: ({ body }) => body as DataOf<Key> };
}

/** Returns the query that reads one page of a route's list. */
export function rowsOf<Key extends Route>(key: Key, ...address: Address<Key>): ApiQuery<Rows<RowOf<Key>>> {
  const select = ({ body, next }: ApiAnswer) => ({ rows: body as RowOf<Key>[], next });
  return { path: addressOf(key, ...address), select };
}

/** Returns the path with the non-empty values as its query string. */
export function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

export const paramOf = (path: string, name: string): string | null =>
  new URLSearchParams(path.slice(path.indexOf('?') + 1)).get(name);
