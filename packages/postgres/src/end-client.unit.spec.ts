import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { endClient } from './end-client.ts';

/** AuthenticationSASL with SCRAM-SHA-256, as the server's first message. */
const askForPassword = Buffer.concat([
  Buffer.from('R'),
  Buffer.from([0, 0, 0, 23, 0, 0, 0, 10]),
  Buffer.from('SCRAM-SHA-256\0\0'),
]);

it('says no farewell to a server that waits for the password', async () => {
  const talk = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(askForPassword);
      socket.once('data', () => talk.resolve(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client({ connectionString: `postgres://somebody:secret@127.0.0.1:${port}/any` });
  client.on('error', () => {});
  client.connect().catch(() => {});
  const socket = await talk.promise;
  const after: Buffer[] = [];
  socket.on('data', (chunk) => after.push(chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await endClient(client);
  await closed;
  expect(Buffer.concat(after).toString()).toBe('');
  server.close();
});

it('ends where nothing was ever connected', async () => {
  await endClient(new pg.Client({ connectionString: 'postgres://somebody:secret@127.0.0.1:1/any' }));
});
