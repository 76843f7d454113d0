import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

const maxDepth = 20;

/**
 * JSON is the only body there is. Refuses, as `invalid-json`: what is no UTF-8 or no JSON, an object that names a
 * field twice, `__proto__` and `constructor.prototype`, and nesting deeper than 20. An empty body counts as none.
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

/** Returns why a text that parses as JSON is rejected, as a message for the client, or undefined. */
export function findJsonFault(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < json.length; index++) {
    switch (json[index]) {
      case '{':
      case '[':
        if (open.push(json[index] === '{' ? new Set() : undefined) > maxDepth)
          return 'The request body is nested too deeply';
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"': {
        const end = endOfString(json, index);
        if (isKey(json, end) && !addKey(open.at(-1), json.slice(index, end + 1)))
          return 'The request body has the same field twice';
        index = end;
        break;
      }
      default:
    }
  }
  return undefined;
}

function endOfString(json: string, start: number): number {
  for (let index = start + 1; ; index++) {
    if (json[index] === '\\') index++;
    else if (json[index] === '"') return index;
  }
}

function isKey(json: string, endOfString: number): boolean {
  let index = endOfString + 1;
  while (/\s/.test(json[index] ?? '')) index++;
  return json[index] === ':';
}

function addKey(keys: Set<string> | undefined, literal: string): boolean {
  const key = JSON.parse(literal) as string;
  if (keys?.has(key)) return false;
  keys?.add(key);
  return true;
}
