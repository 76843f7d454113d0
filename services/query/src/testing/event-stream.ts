import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Change } from '@journal/contracts';

/** An open GET of server-sent events and what has come so far. */
export async function openStream(url: string, headers: Record<string, string>) {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    changes: () => [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? '') as Change),
    /** Resolves when the stream is over. */
    ended,
    close: () => request.destroy(),
  };
}
