import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut and opened again, as a network or a restart would. */
export async function createDatabaseProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const create = () =>
    createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
        socket.on('error', () => {});
      }
      near.pipe(far).pipe(near);
    });
  let server = create();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    /** Ends every connection and refuses new ones. */
    async cut(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore(): Promise<void> {
      server = create();
      await once(server.listen(Number(url.port), '127.0.0.1'), 'listening');
    },
  };
}
