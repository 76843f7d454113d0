import type { Method, ParamName } from '../routes/route.ts';
import type { BodyOf, DataOf, QueryOf, Route } from '../routes/routes.ts';
import { idempotencyKeyHeader, positionHeader, requestIdHeader, topicsHeader } from '../system/headers.ts';
import { ApiError, asApiError } from './api-error.ts';

export type ApiRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether a browser finishes it when the page is left; with a body of 64 KiB at most. */
  readonly keepalive?: boolean;
  /** Whether it does no harm to carry out the request twice. */
  readonly isSafe: boolean;
  readonly signal: AbortSignal;
};
/** Header names are in lower case. */
export type ApiResponse = {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Carries one request. Rejects only where no answer came; whatever status came is an answer. */
export type Transport = (path: string, request: ApiRequest) => Promise<ApiResponse>;

/** Sends to the page's own origin, or to the one given. */
export const fetchTransport =
  (origin = '', redirect: 'follow' | 'error' = 'follow'): Transport =>
  async (path, { isSafe: _, ...request }) => {
    const response = await fetch(origin + path, { ...request, redirect });
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };

/** An answer of 2xx. */
export type ApiAnswer<Data = unknown> = {
  readonly status: number;
  /** The JSON of the body; undefined where there is none. */
  readonly data: Data;
  readonly etag: string | undefined;
  /** The address of the list's next page, where there is one. */
  readonly next: string | null;
  /** Where the journal stood: the position of what was written, or of the state that was read. Compare two with `<`. */
  readonly position: string | null;
  /** Topics of the changes that make the answer another; null where it does not say. */
  readonly topics: readonly string[] | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it came. */
  readonly text: string;
};

type QueryValues = Readonly<Record<string, string | number | undefined>>;
type Empty = Record<never, never>;

/** What an address is made of beside its route. */
export type AddressOptions<Key extends Route> = ([ParamName<Key>] extends [never]
  ? Empty
  : { readonly params: Readonly<Record<ParamName<Key>, string | number>> }) &
  (keyof QueryOf<Key> extends never
    ? Empty
    : {
        readonly query?: { readonly [Name in keyof QueryOf<Key>]?: QueryOf<Key>[Name] | number | undefined };
      });

export type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** The same key with the same request is carried out once. */
  readonly idempotencyKey?: string;
  /** Of the request that this one is made for. */
  readonly requestId?: string;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, instead of the client's. */
  readonly timeout?: number | undefined;
  /** Whether it does no harm to carry out the request twice; so it is with GET and with an idempotency key anyway. */
  readonly repeatable?: boolean;
  /** As `ApiRequest`. */
  readonly keepalive?: boolean;
};

export type RequestOptions<Key extends Route> = AddressOptions<Key> &
  SendOptions &
  (undefined extends BodyOf<Key> ? { readonly body?: never } : { readonly body?: BodyOf<Key> });

export type RequestArguments<Key extends Route> =
  Empty extends AddressOptions<Key> ? [options?: RequestOptions<Key>] : [options: RequestOptions<Key>];

export type ClientOptions = {
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds for a call with all its retries; default 20,000. */
  readonly timeout?: number;
};

export type ApiClient = {
  /**
   * Sends a request of the table of routes, a body as JSON. Rejects with `ApiError` on every answer that is not 2xx, and
   * with status 503 where none came in time. Reads wait until they can see what this client has written.
   */
  request<Key extends Route>(key: Key, ...options: RequestArguments<Key>): Promise<ApiAnswer<DataOf<Key>>>;
  /** Reads an address that `addressOf` or an answer's `next` gave, in the same way. */
  get(path: string, options?: SendOptions): Promise<ApiAnswer>;
  /** Reads from now on wait until the read side has reached this position; an empty one changes nothing. */
  readFrom(position: string): void;
};

/** Returns a client that sends its requests by `transport`. */
export function createApiClient(transport: Transport, options: ClientOptions = {}): ApiClient {
  let reached = '';

  async function send(
    method: Method,
    path: string,
    given: SendOptions & { body?: unknown },
  ): Promise<ApiAnswer> {
    const { body, idempotencyKey, requestId } = given;
    const request: Omit<ApiRequest, 'signal'> = {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' && reached ? { [positionHeader]: reached } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { [idempotencyKeyHeader]: idempotencyKey }),
        ...(requestId === undefined ? {} : { [requestIdHeader]: requestId }),
        ...options.headers,
        ...given.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(given.keepalive ? { keepalive: true } : {}),
      isSafe: method === 'GET' || given.repeatable === true || idempotencyKey !== undefined,
    };
    try {
      const timeout = given.timeout ?? options.timeout ?? 20_000;
      const sending = (signal: AbortSignal) => transport(path, { ...request, signal });
      const answer = toAnswer(await withDeadline(timeout, sending, given.signal));
      if (method !== 'GET') reached = answer.position || reached;
      return answer;
    } catch (error) {
      throw asApiError(error);
    }
  }

  return {
    async request(key, ...[given]) {
      const { params, query, ...rest } = (given ?? {}) as AddressParts & SendOptions;
      const [method] = key.split(' ');
      return (await send(method as Method, fill(key, { params, query }), rest)) as never;
    },
    get: (path, given = {}) => send('GET', path, given),
    readFrom(position) {
      reached = position || reached;
    },
  };
}

/** Returns the address of a route: its path with the parameters filled in, and the query's values that are not undefined. */
export function addressOf<Key extends Route>(
  key: Key,
  ...[options]: Empty extends AddressOptions<Key>
    ? [options?: AddressOptions<Key>]
    : [options: AddressOptions<Key>]
): string {
  return fill(key, options as AddressParts);
}

type AddressParts = {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: QueryValues | undefined;
};

function fill(key: string, { params = {}, query = {} }: AddressParts = {}): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params[name]}`));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Returns what a response of 2xx says; throws `ApiError` for every other. */
export function toAnswer({ status, statusText, headers, body }: ApiResponse): ApiAnswer {
  if (status < 200 || status > 299)
    throw new ApiError(status, body, statusText, { retryAfter: headers['retry-after'] });
  return {
    status,
    data: body === '' ? undefined : JSON.parse(body),
    etag: headers['etag'],
    next: /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(headers['link'] ?? '')?.[1] ?? null,
    position: headers[positionHeader] ?? null,
    topics: headers[topicsHeader]?.split(' ') ?? null,
    headers,
    text: body,
  };
}

/**
 * Runs `work` with a signal that is aborted when `given` is, or after `timeout` milliseconds with a `TimeoutError`.
 * Rejects at that moment, whether `work` heeds its signal or not. (`AbortSignal.timeout` would keep everything that
 * the request holds in memory until its time is over.)
 */
export async function withDeadline<Value>(
  timeout: number,
  work: (signal: AbortSignal) => Promise<Value>,
  given?: AbortSignal,
): Promise<Value> {
  const end = new AbortController();
  const abort = () => end.abort(given?.reason);
  const timer = setTimeout(
    () => end.abort(new DOMException('No answer came in time', 'TimeoutError')),
    timeout,
  );
  given?.addEventListener('abort', abort, { once: true });
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason), { once: true });
  });
  if (given?.aborted) abort();
  try {
    return await Promise.race([ended, work(end.signal)]);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', abort);
  }
}
