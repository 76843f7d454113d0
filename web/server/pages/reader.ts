import type { FastifyRequest } from 'fastify';

const machine =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|embed|archiver|lighthouse|headless(?!chrome)/i;

/**
 * Returns whether this client gets the whole page instead of a stream: on request (`?whole=1`, where a page sends browsers
 * without scripts), and every client that is no browser of a person.
 */
export function wantsWholePage(request: FastifyRequest): boolean {
  const agent = request.headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0') || machine.test(agent)) return true;
  return (request.query as Record<string, unknown>).whole !== undefined;
}
