import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

const maxDepth = 20;

/**
 * Accepts only JSON bodies. Rejects as `invalid-json`: anything that is not UTF-8 or not JSON, objects with duplicate
 * keys, `__proto__` and `constructor.prototype`, and nesting deeper than 20. An empty body counts as none.
 */
export function registerJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (request, _reply, payload) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
      throw new ProblemError('unsupported-media-type', {
        message: 'The request body must not be compressed',
      });
    return payload;
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body))
      return done(new ProblemError('invalid-json', { message: 'The request body is not UTF-8' }));
    const text = body.toString('utf8');
    parse(request, text, (error, value) => {
      if (error) return done(error);
      const fault = findJsonFault(text);
      if (fault) return done(new ProblemError('invalid-json', { message: fault }));
      done(null, value);
    });
  });
}

/** Matches brackets, and strings together with the colon that makes them keys. */
const tokens = /[{}[\]]|"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/** Returns the reason to reject a text that parses as JSON, as a message for the client; undefined if there is none. */
export function findJsonFault(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > maxDepth) return 'The request body is nested too deeply';
    } else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return 'The request body has the same field twice';
      keys?.add(key);
    }
  }
  return undefined;
}
