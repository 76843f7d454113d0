import type { FastifyServerOptions } from 'fastify';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;
export type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const warning = 40;
const pause = 10_000;

/**
 * What a service does by itself meets an engine that is away many times a second: of those warnings, one in ten seconds
 * is logged, without a stack, and says in `leftOut` how many like it were not since the one before. Warnings of a
 * request, errors, and whatever else goes wrong are all logged.
 */
export function quietOutage(isUnavailable: (error: unknown) => boolean, now = Date.now): LogMethod {
  let last = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return function log(args, method, level) {
    const [fields, ...others] = args as unknown as [unknown, ...Parameters<typeof method>];
    const error = errorIn(fields);
    if (level > warning || !error || !isUnavailable(error) || 'requestId' in this.bindings())
      return method.apply(this, args);
    if (now() - last < pause) {
      leftOut += 1;
      return;
    }
    const { err: _, ...rest } = fields as { err: unknown };
    const line = { ...rest, ...reasonOf(error), ...(leftOut > 0 ? { leftOut } : {}) };
    last = now();
    leftOut = 0;
    method.apply(this, [line, ...others] as unknown as Parameters<typeof method>);
  };
}

function errorIn(fields: unknown): Error | undefined {
  return typeof fields === 'object' && fields !== null && 'err' in fields && fields.err instanceof Error
    ? fields.err
    : undefined;
}

/** Of the innermost error: the others say what could not be done because of it. */
function reasonOf(error: Error): { reason: string; code?: string } {
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { reason: error.message, ...code };
}
