import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Change, changesPath, topics } from '@journal/contracts';
import { userIn } from './fixture-accounts.ts';
import type { FixtureApi } from './fixture-api.ts';

export type FixtureBackend = {
  readonly url: string;
  /** Readers who follow the changes now. */
  readonly followers: number;
  /** The cookies of everyone who has begun to follow them. */
  readonly followed: readonly string[];
  /** Breaks every open change stream. */
  breakStreams(): void;
  close(): Promise<void>;
};

/** The fixture as a query service over HTTP, with its change stream. */
export async function startFixtureBackend(api: FixtureApi, port = 0): Promise<FixtureBackend> {
  /** Those who follow, and how each stops. */
  const streams = new Map<ServerResponse, () => void>();
  const followed: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith(changesPath)) {
      followed.push(request.headers.cookie ?? '');
      return followChanges(api, streams, request, response);
    }
    answerWith(api, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get followers() {
      return streams.size;
    },
    followed,
    breakStreams() {
      for (const [stream, unfollow] of streams) {
        // At once: the browser may be back before a closed connection is told of.
        unfollow();
        stream.destroy();
      }
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answerWith(api: FixtureApi, request: IncomingMessage) {
  const headers = request.headers as Record<string, string>;
  return api.fetch(request.url ?? '/', {
    headers,
    method: request.method ?? 'GET',
    body: await text(request),
  });
}

function followChanges(
  api: FixtureApi,
  streams: Map<ServerResponse, () => void>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const asked = new URL(request.url ?? '/', 'http://fixture').searchParams.get('after');
  const after = String(request.headers['last-event-id'] ?? asked ?? api.changes.at(-1)?.position ?? '');
  const ownTopic = topics.mine(userIn(request.headers.cookie) ?? '');
  const write = ({ position, topics: all }: Change) => {
    const told = all.filter((topic) => !topic.startsWith(topics.mine('')) || topic === ownTopic);
    if (told.length > 0)
      response.write(
        `event: change\nid: ${position}\ndata: ${JSON.stringify({ position, topics: told })}\n\n`,
      );
  };
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('retry: 100\n\n');
  for (const change of api.changes) if (change.position > after) write(change);
  const stop = api.follow(write);
  const unfollow = () => {
    stop();
    streams.delete(response);
  };
  streams.set(response, unfollow);
  response.once('close', unfollow);
}
