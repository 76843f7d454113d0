import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkKurrentDb } from './check-engine.ts';
import { shareClient } from './client.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';
import { standInCertificate, startStandIn } from './stand-in/start-stand-in.ts';

async function standIn(options: Parameters<typeof startStandIn>[0] = {}) {
  const started = await startStandIn(options);
  onTestFinished(started.stop);
  return started;
}

async function portOf(server: Server | ReturnType<typeof createServer>) {
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const silent = () => portOf(createServer((socket) => socket.on('error', () => {})));
const web = () => portOf(createHttpServer((_request, response) => response.end('hello')));

const trusted = `tlsCAFile=${encodeURIComponent(standInCertificate)}`;
const noTls = /KurrentDB has no TLS: add \?tls=false/;
const other = /the server at this address is not a KurrentDB/;

it.each<[string, () => Promise<string>, RegExp | undefined]>([
  ['a KurrentDB', async () => `127.0.0.1:${(await standIn()).port}?tls=false`, undefined],
  ['one of two nodes', async () => `127.0.0.1:1,127.0.0.1:${(await standIn()).port}?tls=false`, undefined],
  [
    'its user, with TLS',
    async () =>
      `admin:p%40ss@127.0.0.1:${(await standIn({ isSecure: true, password: 'p@ss' })).port}?${trusted}`,
    undefined,
  ],
  [
    'a wrong password',
    async () => `admin:no@127.0.0.1:${(await standIn({ isSecure: true, password: 'p@ss' })).port}?${trusted}`,
    /user or password is wrong, or the user may not read \$all/,
  ],
  [
    'a certificate of nobody known',
    async () => `127.0.0.1:${(await standIn({ isSecure: true })).port}`,
    /certificate is not trusted .*tlsCAFile/,
  ],
  ['TLS asked of one without', async () => `127.0.0.1:${(await standIn()).port}`, noTls],
  [
    'TLS asked of one without, with options',
    async () => `127.0.0.1:${(await standIn()).port}?tls=true`,
    noTls,
  ],
  [
    'no TLS asked of one with it',
    async () => `127.0.0.1:${(await standIn({ isSecure: true })).port}?tls=false`,
    /KurrentDB uses TLS: remove tls=false/,
  ],
  ['another web server', async () => `127.0.0.1:${await web()}?tls=false`, other],
  ['another web server, asked with TLS', async () => `127.0.0.1:${await web()}`, other],
  ['nothing', async () => '127.0.0.1:1?tls=false', /ECONNREFUSED/],
  [
    'an authority that is not there',
    async () => `127.0.0.1:${(await standIn()).port}?tlsCAFile=/nowhere`,
    /the file named by tlsCAFile/,
  ],
])('checkKurrentDb reports the outcome within 12 s: %s', async (_what, address, fault) => {
  const from = performance.now();
  const outcome = await checkKurrentDb(`kurrentdb://${await address()}`).catch((error: Error) => error);
  if (fault) expect(String(outcome)).toMatch(fault);
  else expect(outcome).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(12_000);
});

it('checkKurrentDb gives up on a server that never responds', async () => {
  const url = `kurrentdb://127.0.0.1:${await silent()}?tls=false`;
  await expect(checkKurrentDb(url, 200)).rejects.toThrow(other);
});

it('the store’s check fails while the cluster has no leader, although reads work, and succeeds once it has one', async () => {
  const { port, faults } = await standIn();
  const store = await createKurrentDbEventStore({ url: `kurrentdb://127.0.0.1:${port}?tls=false` });
  onTestFinished(() => store.close());
  await store.check();
  faults.hasLeader = false;
  await expect(store.check()).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: expect.stringContaining('quorum'),
  });
  expect(await store.head()).toBeUndefined();
  faults.hasLeader = true;
  await store.check();
});

it.each(['tlsVerifyCert=false', 'nonsense=1'])(
  'the warning about %s contains no credentials',
  async (option) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    await shareClient(`kurrentdb://admin:s%40cret@127.0.0.1:1?${option}`).close();
    expect(warn).toHaveBeenCalledOnce();
    expect(String(warn.mock.calls[0])).toMatch(/127\.0\.0\.1/);
    expect(String(warn.mock.calls[0])).not.toMatch(/cret|admin/);
  },
);
