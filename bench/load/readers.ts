import { Agent, request } from 'node:http';
import { createRandom } from '@journal/testing';
import { createArticleTexts } from '../articles.ts';
import { browser } from '../load.ts';

const connections = 256;
/** Request timeout in milliseconds: nobody waits longer. */
const patience = 10_000;

type Request = { method: string; path: string; body?: string; headers: Record<string, string> };

/** Returns a source of requests to the web processes in turn. Of a hundred, 95 read pages, 4 search and 1 publishes. */
export function createReaders(
  { webs, token }: { readonly webs: readonly string[]; readonly token: string },
  articles: number,
  seed = 1,
) {
  const { next: random, pick } = createRandom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { text } = createArticleTexts(seed);
  const texts = Array.from({ length: 50 }, text);
  const words = texts.flatMap((each) => each.split(/\W+/).filter((word) => word.length > 4)).slice(0, 2_000);
  let turn = 0;
  let published = 0;

  function send({ method, path, body, headers }: Request): Promise<boolean> {
    const origin = webs[turn++ % webs.length] ?? '';
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(patience);
      const sent = request(origin + path, { method, headers, agent, signal }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve((answer.statusCode ?? 500) < 300));
        answer.once('error', () => resolve(false));
      });
      sent.once('error', () => resolve(false));
      sent.end(body);
    });
  }

  function page(): string {
    const dice = random();
    if (dice < 0.3) return '/';
    if (dice < 0.45) return pick(['/clash', '/view', '/culture']);
    if (dice < 0.5) return '/about';
    // A few articles get most of the reads.
    return `/article/${1 + Math.floor(articles * random() ** 2)}`;
  }

  return {
    /** Publishes one more article. */
    publish: () =>
      send({
        method: 'POST',
        path: '/api/articles',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: `Piece ${++published} of the load`,
          content: texts[published % texts.length],
          excerpt: 'An excerpt of the piece',
          section: ['clash', 'view', 'culture'][published % 3],
          authorName: `Writer ${published % 50}`,
          authorAge: 12 + (published % 7),
          readTime: 3,
        }),
      }),
    next() {
      const dice = random();
      if (dice < 0.95)
        return { kind: 'read', send: () => send({ method: 'GET', path: page(), headers: browser }) };
      const word = pick(words);
      if (dice < 0.99)
        return {
          kind: 'search',
          send: () =>
            send({ method: 'GET', path: `/api/search?q=${encodeURIComponent(word)}`, headers: browser }),
        };
      return { kind: 'write', send: this.publish };
    },
    close: () => agent.destroy(),
  };
}
