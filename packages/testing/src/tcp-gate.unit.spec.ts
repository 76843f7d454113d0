import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openGate } from './tcp-gate.ts';
import { until } from './until.ts';

/** Records which sides have ended their connection; the server echoes everything. */
const ended: string[] = [];
const server = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => {});
  socket.on('data', (data) => socket.write(data));
  socket.on('end', () => ended.push('client'));
});
let gate: Awaited<ReturnType<typeof openGate>>;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());
beforeEach(async () => {
  gate = await openGate((server.address() as AddressInfo).port);
});
afterEach(() => gate.close());

async function open(): Promise<Socket> {
  const socket = connect({ port: gate.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await echo(socket);
  return socket;
}
async function echo(socket: Socket): Promise<number> {
  const from = performance.now();
  socket.write('x');
  await once(socket, 'data');
  return performance.now() - from;
}

it('a slow gate delays both directions until it is opened again', async () => {
  const socket = await open();
  gate.slow(60);
  expect(await echo(socket)).toBeGreaterThanOrEqual(115);
  gate.open();
  expect(await echo(socket)).toBeLessThan(60);
});

it('halfClose ends one direction of each connection, leaves both open, and accepts new ones', async () => {
  const [one, other] = [await open(), await open()];
  const heard: string[] = [];
  one.on('end', () => heard.push('end'));
  other.on('data', (data) => heard.push(`${data}`));
  ended.length = 0;
  gate.halfClose();
  await until(() => expect([heard, ended]).toEqual([['end'], ['client']]));
  expect([one.writable, other.writable]).toEqual([true, true]);
  other.write('unheard');
  expect(await echo(await open())).toBeLessThan(1_000);
  expect(heard).toEqual(['end']);
});
