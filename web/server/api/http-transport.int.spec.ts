import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpTransport } from './http-transport.ts';
import { Upstreams } from './upstreams.ts';

let silent: Server;
let well: Server;
const listening = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

beforeAll(() => {
  silent = createServer(() => {});
  well = createServer((_request, response) => response.end('{}'));
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
  well.close();
});

it('asks an instance that kept silent for too long after the others', async () => {
  const upstreams = new Upstreams(`${await listening(silent)},${await listening(well)}`, () => 0);
  const transport = createHttpTransport(upstreams);
  const read = (signal: AbortSignal) => transport.fetch('/api/stats', { headers: {}, signal });
  await expect(read(AbortSignal.timeout(50))).rejects.toThrow();
  for (let turn = 0; turn < 3; turn += 1) expect((await read(AbortSignal.timeout(5_000))).status).toBe(200);
});

it('thinks nothing of an instance whose reader left', async () => {
  const upstreams = new Upstreams('http://127.0.0.1:1,http://127.0.0.1:2', () => 0);
  const transport = createHttpTransport(upstreams);
  await expect(transport.fetch('/', { headers: {}, signal: AbortSignal.abort() })).rejects.toThrow();
  upstreams.inTurn();
  expect(upstreams.inTurn()[0]).toBe('http://127.0.0.1:1');
});
