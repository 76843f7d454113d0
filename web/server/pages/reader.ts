import type { FastifyRequest } from 'fastify';

const machine =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|embed|archiver|lighthouse|headless(?!chrome)/i;

/**
 * Whether this reader gets the page whole, with everything in its place: who asks for it (`?whole=1`, which is where
 * a page sends a browser without scripts), and everyone who is not a person's browser.
 */
export function wantsWholePage(request: FastifyRequest): boolean {
  const agent = request.headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0') || machine.test(agent)) return true;
  return (request.query as Record<string, unknown>).whole !== undefined;
}
