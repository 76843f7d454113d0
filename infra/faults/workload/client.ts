import { positionHeader } from '@journal/contracts';
import { sessionCookie } from '@journal/testing';

/** Milliseconds; longer than any request may take, so that one that takes too long is recorded as such. */
const patience = 20_000;

export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly position: string;
  readonly etag: string;
  readonly begun: number;
  readonly ended: number;
};

export type Client = ReturnType<typeof createClient>;

/**
 * A program or person that reads its own writes: by the position header, as programs do, or by a session cookie. `seen`
 * is the highest position that it has received.
 */
export function createClient(url: string, name: string, headers: Readonly<Record<string, string>> = {}) {
  const client = {
    name,
    cookie: '',
    seen: '',
    async send(
      method: string,
      path: string,
      body?: object,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Answer> {
      const begun = performance.now();
      const identity = client.cookie
        ? { cookie: client.cookie }
        : { ...headers, [positionHeader]: client.seen };
      const sent = Object.entries({ ...identity, ...more }).filter(([, value]) => value !== '');
      try {
        const answer = await fetch(url + path, {
          method,
          headers: { ...Object.fromEntries(sent), ...(body && { 'content-type': 'application/json' }) },
          signal: AbortSignal.timeout(patience),
          redirect: 'manual',
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        const cookie = sessionCookie(answer.headers);
        if (cookie && answer.ok) client.cookie = cookie;
        const position = answer.headers.get(positionHeader) ?? '';
        const etag = answer.headers.get('etag') ?? '';
        return { status: answer.status, body: text, position, etag, begun, ended: performance.now() };
      } catch {
        return { status: 0, body: '', position: '', etag: '', begun, ended: performance.now() };
      }
    },
    saw(position: string) {
      if (position > client.seen) client.seen = position;
    },
  };
  return client;
}
