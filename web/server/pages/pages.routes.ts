import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { type PageOptions, sendPage } from './render.ts';

/** Every address that is nothing else is a page, or the not-found page. Pages are read only. */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  app.get('/*', async (request, reply) => {
    if (!request.url.startsWith('/')) throw new ProblemError('invalid-request');
    const canonical = withoutTrailingSlash(request.url);
    if (canonical !== undefined) return reply.redirect(canonical, 301);
    return sendPage(options, request, reply);
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    handler: async () => {
      throw new ProblemError('method-not-allowed', { headers: { allow: 'GET, HEAD' } });
    },
  });
}

/** The address of the same page without slashes at its end, on this site whatever the path was; undefined where it has none. */
export function withoutTrailingSlash(url: string): string | undefined {
  const [path = '', query] = splitOnce(url, '?');
  let start = 0;
  while (isSlash(path[start])) start++;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end--;
  if (path === '/' || (start === 1 && end === path.length)) return undefined;
  const clean = `/${path.slice(start, end)}`;
  return query === undefined ? clean : `${clean}?${query}`;
}

function isSlash(character: string | undefined): boolean {
  return character === '/' || character === '\\';
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
