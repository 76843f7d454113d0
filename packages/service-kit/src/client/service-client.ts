import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  type ApiClient,
  type ApiResponse,
  createApiClient,
  createHttpTransport,
  Origins,
  requestIdHeader,
  type StreamTransport,
  type Transport,
} from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import { abortable } from '../async/async.ts';
import { ConfigError } from '../config/config.ts';
import type { Service } from '../run-service.ts';
import type { EarlyResponse } from '../server/early-answers.ts';

export type CommandClientOptions = {
  /** Origins of the command services, comma-separated; not needed with a `transport`. */
  readonly url: string | undefined;
  readonly serviceToken: string;
  readonly transport?: Transport | undefined;
  /** Timeout in milliseconds of a call, including all its retries. */
  readonly timeout: number;
};

/**
 * Returns a client of the command service for a program that has the service token. If an instance has not responded
 * after 0.4 of `timeout` and the request may be repeated, the next instance is tried. Throws `ConfigError` if there is
 * neither a transport nor a URL.
 */
export function createCommandClient({
  url,
  serviceToken,
  transport,
  timeout,
}: CommandClientOptions): ApiClient {
  if (!transport && url === undefined) throw new ConfigError(['COMMAND_URL: is not set']);
  const overHttp = () =>
    createHttpTransport(new Origins(url ?? ''), { attemptTimeout: timeout * 0.4, retries: 1 });
  return createApiClient(transport ?? overHttp(), {
    headers: { authorization: `Bearer ${serviceToken}` },
    timeout,
  });
}

/** Returns a transport to the services in this process; `serviceFor` returns the service that handles a method. */
export function createInProcessTransport(
  serviceFor: (method: string) => Pick<Service, 'app'> | undefined,
): Transport {
  return async (path, { method, headers, body, signal }) => {
    const service = serviceFor(method);
    if (!service) throw new Error('The service is not available yet');
    const requestId = headers[requestIdHeader] ?? randomUUID();
    const early = await service.app.respondEarly?.({ method, url: path, headers }, requestId);
    if (early) return toApiResponse(early, requestId);
    const response = await service.app.inject({
      method: method as 'GET',
      url: path,
      headers,
      signal,
      ...(body === undefined ? {} : { payload: body }),
    });
    const pairs = Object.entries(response.headers).filter(([, value]) => value !== undefined);
    return {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: Object.fromEntries(pairs.map(([name, value]) => [name, `${value}`])),
      body: response.body,
    };
  };
}

function toApiResponse({ status, headers, body }: EarlyResponse, requestId: string): ApiResponse {
  const named: Record<string, string> = { [requestIdHeader]: requestId };
  for (let at = 0; at < headers.length; at += 2) named[headers[at] ?? ''] = headers[at + 1] ?? '';
  return { status, statusText: STATUS_CODES[status] ?? '', headers: named, body: body?.toString() ?? '' };
}

/** Returns a stream transport to a service in this process. */
export function createInProcessStreamTransport(service: () => FastifyInstance | undefined): StreamTransport {
  return async (path, signal) => {
    signal.throwIfAborted();
    const opening = Promise.resolve(service()?.inject({ method: 'GET', url: path, payloadAsStream: true }));
    const end = () =>
      opening.then(
        (late) => late?.raw.res.destroy(),
        () => undefined,
      );
    signal.addEventListener('abort', end, { once: true });
    const response = await abortable(opening, signal);
    if (response?.statusCode !== 200) throw new Error(`${path} was answered with ${response?.statusCode}`);
    return response.stream();
  };
}
