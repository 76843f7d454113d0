import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { engineFaults } from './engine-checks.ts';
import { loadLauncherConfig } from './launcher.config.ts';
import { listenOn } from './listen-on.ts';

test.each([
  ['smtp', 587],
  ['smtps', 465],
])('without a port, %s:// is checked at port %s, to which mail is sent', async (scheme, port) => {
  const asked: number[] = [];
  const watch = (message: unknown) =>
    (message as { socket: Socket }).socket.once('connectionAttempt', (_address, port) => asked.push(port));
  subscribe('net.client.socket', watch);
  onTestFinished(() => void unsubscribe('net.client.socket', watch));
  await engineFaults(loadLauncherConfig({ SMTP_URL: `${scheme}://127.0.0.1` }));
  expect(asked).toContain(port);
});

test.each(['', '/', '/search', '/search/'])(
  'a Meilisearch at the path "%s" is checked at that path',
  async (path) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.end('{}');
    });
    onTestFinished(() => void server.close());
    const port = await listenOn(server, 0, '127.0.0.1');
    const config = loadLauncherConfig({ SEARCH_URL: `http://127.0.0.1:${port}${path}` });
    expect(await engineFaults(config)).toEqual([]);
    expect(asked).toEqual([path.startsWith('/search') ? '/search/health' : '/health']);
  },
);

test('a Postgres that accepts the connection but answers no query is reported within seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const signedOn = Buffer.from('5200000008000000005a0000000549', 'hex');
  const server = createTcpServer((socket) =>
    socket.on('data', (message) => {
      if (message.includes('has_database_privilege')) vi.advanceTimersByTime(3_000);
      else socket.write(signedOn);
    }),
  );
  onTestFinished(() => void server.close());
  const port = await listenOn(server, 0, '127.0.0.1');
  const config = loadLauncherConfig({ DATABASE_URL: `postgres://journal@127.0.0.1:${port}/journal` });
  expect(await engineFaults(config)).toEqual(['DATABASE_URL: no response in time']);
});
