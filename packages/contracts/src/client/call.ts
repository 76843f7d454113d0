import { positionHeader } from '../system/headers.ts';
import { ApiError } from './api-error.ts';

export type ClientRequest = { method: string; headers: Record<string, string>; body?: string };
export type ClientResponse = {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** The platform's `fetch`, or anything that answers like it. `path` begins with `/api`. */
export type Fetch = (path: string, request: ClientRequest) => Promise<ClientResponse>;

/** What came back, and where the journal stood: the write's position, or that of the state that was read. */
export type Answer<Value> = { readonly value: Value; readonly position: string | undefined };

export type CallOptions = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

/** A 2xx answer as it came. */
export type RawAnswer = {
  readonly body: string;
  readonly headers: ClientResponse['headers'];
  readonly position: string | undefined;
};

/** Rejects with `ApiError` on an answer that is not 2xx, and with whatever `fetch` rejects with; nothing is retried. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<RawAnswer>;

/** Calls with these headers in each request; bodies are sent as JSON. */
export function createCall(fetch: Fetch, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, options = {}) => {
    const sent: Record<string, string> = { accept: 'application/json', ...headers };
    for (const [name, value] of Object.entries(options.headers ?? {}))
      if (value !== undefined) sent[name] = value;
    if (options.body !== undefined) sent['content-type'] = 'application/json';
    const response = await fetch(path, {
      method,
      headers: sent,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const body = await response.text();
    if (!response.ok) throw new ApiError(response.status, body, response.statusText);
    return { body, headers: response.headers, position: response.headers.get(positionHeader) ?? undefined };
  };
}

/** The body of an answer, read as JSON. */
export function readValue<Value>({ body, position }: RawAnswer): Answer<Value> {
  return { value: JSON.parse(body) as Value, position };
}
