import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Opens a proxy to the port `target` of `host` that a spec can shut (connections are reset, new ones too), hold (bytes
 * stop, connections stay) or silence (open connections stay and lead nowhere from then on, new ones pass).
 */
export async function openGate(target: number, host = '127.0.0.1') {
  const pairs = new Set<readonly [Socket, Socket]>();
  const silent = new Set<Socket>();
  let state: 'open' | 'shut' | 'held' = 'open';
  const server = createServer((near) => {
    if (state === 'shut') return near.resetAndDestroy();
    const far = connect(target, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      // `close` follows, which is handled below.
      from.on('error', () => {});
      from.pipe(to);
    }
    near.on('close', () => {
      pairs.delete(pair);
      silent.delete(near);
      far.destroy();
    });
    far.on('close', () => {
      if (!silent.has(near)) near.destroy();
    });
    if (state === 'held') for (const socket of pair) socket.pause();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    open() {
      state = 'open';
      for (const socket of [...pairs].flat()) socket.resume();
    },
    shut() {
      state = 'shut';
      for (const [near] of pairs) near.resetAndDestroy();
    },
    hold() {
      state = 'held';
      for (const socket of [...pairs].flat()) socket.pause();
    },
    silence() {
      for (const [near, far] of pairs) {
        silent.add(near);
        near.unpipe(far);
        far.unpipe(near);
        for (const socket of [near, far]) socket.resume();
      }
    },
    async close() {
      this.shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
