import { connect, createServer, type Socket } from 'node:net';

/**
 * A way through to the port `target` of `host` that a spec can shut (connections break, new ones are refused with a
 * break), hold (bytes stop, nothing breaks) or silence (the connections there are stay open and lead nowhere for good,
 * new ones pass).
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
      // It closes then, which the other side is told of below.
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port');

  return {
    port: address.port,
    open() {
      state = 'open';
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.resume();
    },
    shut() {
      state = 'shut';
      for (const [near] of pairs) near.resetAndDestroy();
    },
    hold() {
      state = 'held';
      for (const [near, far] of pairs) for (const socket of [near, far]) socket.pause();
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
