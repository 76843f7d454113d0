import { uuidPattern } from '@journal/contracts';
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

/** IDs that the journal generates. */
const ownId = new RegExp(`^(?:\\d{1,15}|${uuidPattern})$`);

/**
 * Returns the loggable form of a request's path: its route, with IDs filled in. The rest of a path can be anything,
 * including an email address or a token, so the path of a wildcard route is logged only if the response's `status`
 * shows that it exists. Returns `unknown` if there is no route.
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
 * Serializers for requests and errors. They omit the query, which contains people's searches, the client's address, and
 * the values that databases quote in their errors.
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

/** Logs one line per completed request: method, path (see `loggedPath`), status and milliseconds. */
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
    if (error) reply.log.error({ ...line, err: error }, 'request aborted');
    else reply.log.info(line, 'request');
  }
}

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const warning = 40;
const interval = 10_000;

/**
 * Returns a log method that throttles warnings of background work about an unavailable dependency, of which there may
 * be many per second. Logs one per ten seconds for each `dependency` that warnings name, and one for all that name
 * none. The error does not matter, since an engine that goes away and comes back causes several. Each is logged without
 * a stack, with the number of suppressed warnings as `leftOut`. Warnings of requests are always logged, also without a
 * stack if they report an outage. Errors and everything else are logged unchanged.
 */
export function throttleOutageWarnings(
  isUnavailable: (error: unknown) => boolean,
  // Not the clock, which may be set back: nothing would be logged until it has caught up.
  now: () => number = () => performance.now(),
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
    if (level > warning || !isOutage) return method.apply(this, args);
    const write = (line: object) =>
      method.apply(this, [line, message] as unknown as Parameters<typeof method>);
    // The problem's code, if there is one, takes precedence over the engine's.
    if ('requestId' in this.bindings()) return write({ ...reasonOf(err), ...rest });
    const cause = dependency ?? 'unavailable';
    const { last, leftOut } = throttled.get(cause) ?? {
      last: Number.NEGATIVE_INFINITY,
      leftOut: 0,
    };
    const isLeftOut = now() - last < interval;
    throttled.set(cause, isLeftOut ? { last, leftOut: leftOut + 1 } : { last: now(), leftOut: 0 });
    if (isLeftOut) return;
    write({ ...rest, ...reasonOf(err), ...(leftOut > 0 ? { leftOut } : {}) });
  };
}

/** Returns the reason from the innermost error; the outer errors only report what failed because of it. */
function reasonOf(error: Error): { reason: string; code?: string } {
  return error.cause instanceof Error ? reasonOf(error.cause) : { reason: error.message, ...codeOf(error) };
}
