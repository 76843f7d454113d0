import { uuidPattern } from '@journal/contracts';
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

/** Ids that we made ourselves. */
const ownId = new RegExp(`^(?:\\d{1,15}|${uuidPattern})$`);

/**
 * Returns what may be logged of a request's path: its route, with the ids in it. The rest of a path can be anything,
 * somebody's address or a token among them, so a wildcard's is only logged where it led to something, as the `status` of
 * the answer tells; `unknown` where there is no route.
 */
export function loggedPath({ url, params, routeOptions }: FastifyRequest, status?: number): string {
  const route = routeOptions.url;
  if (route === undefined) return 'unknown';
  if (route.includes('*')) {
    const led = status !== undefined && ((status >= 200 && status < 300) || status === 304);
    return led ? (url.split('?', 1)[0] ?? route) : route;
  }
  const given = (params ?? {}) as Record<string, unknown>;
  return route.replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name];
    return typeof value === 'string' && ownId.test(value) ? value : placeholder;
  });
}

/**
 * What is logged of a request and of an error: neither the query, where people's searches are, nor the address of the
 * client, nor the values that a database repeats in its errors.
 */
export const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request) }),
  err: (error: unknown) => describeError(error, 0),
};

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

const maxCauses = 4;

function describeError(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...codeOf(error),
    ...(error.cause === undefined || depth === maxCauses
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

const codeOf = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? { code: error.code } : {};

/** Logs one line per request when it is over: method, path (see `loggedPath`), status and milliseconds. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: loggedPath(request, reply.statusCode),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request broken off');
    else reply.log.info(line, 'request');
  }
}

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const warning = 40;
const interval = 10_000;

/**
 * Returns a log method that throttles the warnings of background work about an unavailable dependency, of which there may
 * be many a second: it logs one in ten seconds for each `dependency` that a warning names, and one of all that name none,
 * whatever the error: an engine that goes away and comes back gives several. Without a stack, with the number of those
 * left out since as `leftOut`. Warnings of a request, errors, and all else are logged.
 */
export function throttleOutageWarnings(
  isUnavailable: (error: unknown) => boolean,
  now = Date.now,
): LogMethod {
  const throttled = new Map<string, { readonly last: number; leftOut: number }>();
  return function log(args, method, level) {
    const [fields, message] = args as unknown as [unknown, unknown];
    const { err, ...rest } = (typeof fields === 'object' && fields !== null ? fields : {}) as {
      err?: unknown;
      dependency?: string;
    };
    const { dependency } = rest;
    const isOutage = err instanceof Error && (dependency !== undefined || isUnavailable(err));
    if (level > warning || !isOutage || 'requestId' in this.bindings()) return method.apply(this, args);
    const cause = dependency ?? 'unavailable';
    const { last, leftOut } = throttled.get(cause) ?? {
      last: Number.NEGATIVE_INFINITY,
      leftOut: 0,
    };
    const isLeftOut = now() - last < interval;
    throttled.set(cause, isLeftOut ? { last, leftOut: leftOut + 1 } : { last: now(), leftOut: 0 });
    if (isLeftOut) return;
    const line = { ...rest, ...reasonOf(err), ...(leftOut > 0 ? { leftOut } : {}) };
    method.apply(this, [line, message] as unknown as Parameters<typeof method>);
  };
}

/** Returns the reason from the innermost error; the outer ones only say what failed because of it. */
function reasonOf(error: Error): { reason: string; code?: string } {
  return error.cause instanceof Error ? reasonOf(error.cause) : { reason: error.message, ...codeOf(error) };
}
