import type { Method, ParamName } from '../routes/route.ts';
import type { BodyOf, DataOf, QueryOf, Route } from '../routes/routes.ts';
import { idempotencyKeyHeader, requestIdHeader, topicsHeader } from '../system/headers.ts';
import { positionHeader } from '../system/position-header.ts';
import { ApiError, asApiError } from './api-error.ts';

export type ApiRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether a browser completes the request after the page is closed. The body is then limited to 64 KiB. */
  readonly keepalive?: boolean;
  /** Whether the request can be executed twice without harm. */
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

/** Sends one request. Rejects only if there was no response; a response of any status resolves. */
export type Transport = (path: string, request: ApiRequest) => Promise<ApiResponse>;

/** Returns a transport that sends to the page's own origin, or to the given one. */
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

/** A 2xx response. */
export type ApiAnswer<Data = unknown> = {
  readonly status: number;
  /** The parsed JSON body; undefined if there is none. */
  readonly data: Data;
  readonly etag: string | undefined;
  /** Address of the list's next page; null if there is none. */
  readonly next: string | null;
  /** Position of the written events, or of the state that was read. Compare positions with `<`. */
  readonly position: string | null;
  /** Topics of changes that invalidate the response; null if it does not name any. */
  readonly topics: readonly string[] | null;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. */
  readonly text: string;
};

type QueryValues = Readonly<Record<string, string | number | undefined>>;
type Empty = Record<never, never>;

/** The parts of an address besides its route. */
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
  /** A request that is repeated with the same key is executed only once. */
  readonly idempotencyKey?: string;
  /** Id of the request on whose behalf this one is made. */
  readonly requestId?: string;
  readonly signal?: AbortSignal | undefined;
  /** Timeout for the whole call, in milliseconds. Default: the client's. */
  readonly timeout?: number | undefined;
  /** Whether the request can be executed twice without harm. Implied by GET and by an idempotency key. */
  readonly repeatable?: boolean;
  /** See `ApiRequest`. */
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
  /** Timeout for a call including all retries, in milliseconds. Default: 20,000. */
  readonly timeout?: number;
};

export type ApiClient = {
  /**
   * Sends a request of the route table, with its body as JSON. Rejects with `ApiError` for every response that is not
   * 2xx, and with status 503 if none arrived in time. Reads wait until they can see this client's writes.
   */
  request<Key extends Route>(key: Key, ...options: RequestArguments<Key>): Promise<ApiAnswer<DataOf<Key>>>;
  /** Same, for reading an address returned by `addressOf` or as a response's `next`. */
  get(path: string, options?: SendOptions): Promise<ApiAnswer>;
  /** Subsequent reads wait until the read side has reached this position, or an earlier call's if that is higher. */
  readFrom(position: string): void;
};

/** Returns a client that sends its requests through `transport`. */
export function createApiClient(transport: Transport, options: ClientOptions = {}): ApiClient {
  let reached = '';
  const readFrom = (position: string) => {
    if (position > reached) reached = position;
  };

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
      // Responses may arrive in another order, and a write that changed nothing may have an earlier position.
      if (method !== 'GET') readFrom(answer.position ?? '');
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
    readFrom,
  };
}

/** Returns the address of a route: its path with the parameters filled in, and all defined query values. */
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

/** Returns the content of a 2xx response. Throws `ApiError` for any other. */
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
 * Runs `work` with a signal that is aborted together with `given`, or with a `TimeoutError` after `timeout`
 * milliseconds. Rejects at that moment, even if `work` ignores its signal. (`AbortSignal.timeout` would keep everything
 * that the request holds in memory until the timeout.)
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
