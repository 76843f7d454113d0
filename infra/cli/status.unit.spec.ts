import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listenOn } from '../launcher/listen-on.ts';
import { readStatus } from './status.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** Resolves with the address of a new server. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`;
}

/** Resolves with the address of a healthy worker that leads the projection, or doesn't. */
async function startWorker(name: string, leads: boolean) {
  const figures = [
    `journal_projection_leader{projection="articles_v3"} ${Number(leads)}`,
    'journal_projection_stopped{projection="articles_v3"} 0',
    ...(leads ? ['journal_projection_lag_seconds{projection="articles_v3"} 0'] : []),
  ];
  const origin = await serve((request, response) =>
    response.end(request.url === '/metrics' ? figures.join('\n') : '{"ready":true}'),
  );
  return { name, origin };
}

let leader: Awaited<ReturnType<typeof startWorker>>;
let standby: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  leader = await startWorker('http://worker (10.0.0.2)', true);
  standby = await startWorker('http://worker (10.0.0.3)', false);
});

test.each(['first', 'last'])(
  'status shows a projection as its leader reports it, with the leader queried %s',
  async (order) => {
    const status = await readStatus(order === 'first' ? [leader, standby] : [standby, leader]);
    expect(status.isWell).toBe(true);
    expect(status.text).toMatch(/^ {2}http:\/\/worker \(10\.0\.0\.2\) {2}ready$/m);
    expect(status.text).toMatch(/^ {2}http:\/\/worker \(10\.0\.0\.3\) {2}ready$/m);
    expect(status.text).toMatch(/^ {2}articles_v3 {2}0\.0 s behind$/m);
    // Neither reports the length of the log.
    expect(status.text).not.toMatch(/^Log$/m);
  },
);

test('status is not well if no worker leads a projection, even if every worker is ready', async () => {
  const { isWell, text } = await readStatus([standby]);
  expect(isWell).toBe(false);
  expect(text).toMatch(/^ {2}articles_v3 {2}NO LEADER$/m);
});

test.each<[string, RequestListener, RegExp]>([
  [
    'is behind a gateway that does not pass on its health',
    (_request, response) => response.writeHead(404).end('Not found'),
    /^\S+ responded with 404 and no health report\. .*gateway/,
  ],
  [
    'breaks the connection',
    ({ socket }) => socket.resetAndDestroy(),
    /^The journal at \S+ cannot be reached \(\w+\)\.$/,
  ],
])('status does not say that no journal is running if it %s', async (_what, listener, said) => {
  const origin = await serve(listener);
  await expect(readStatus([{ name: origin, origin }])).rejects.toThrow(said);
});

test('status does not say that no journal is running if it hangs', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(200));
  onTestFinished(() => soon.mockRestore());
  const origin = await serve(() => {});
  const said = /^The journal at \S+ did not respond within 10 s\.$/;
  await expect(readStatus([{ name: origin, origin }])).rejects.toThrow(said);
});
