import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The two sockets of a connection, and the streams that forward the bytes sent by each. */
type Pair = {
  readonly near: Socket;
  readonly far: Socket;
  readonly fromNear: Transform;
  readonly fromFar: Transform;
};

/**
 * Opens a proxy to the port `target` of `host` that a spec can shut (connections are reset, new ones too), hold (bytes
 * stop, connections stay), slow down, silence (open connections stay but no longer forward anything, new ones do) or
 * half close (one direction of each open connection ends, the other stays).
 */
export async function openGate(target: number, host = '127.0.0.1') {
  const pairs = new Set<Pair>();
  const silent = new Set<Socket>();
  let state: 'open' | 'shut' | 'held' = 'open';
  let delay = 0;
  const passing = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (delay > 0) setTimeout(done, delay, null, chunk);
        else done(null, chunk);
      },
    });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (state === 'shut') return near.resetAndDestroy();
    const far = connect({ port: target, host, allowHalfOpen: true, noDelay: true });
    const pair = { near, far, fromNear: passing(), fromFar: passing() };
    pairs.add(pair);
    // `close` follows and is handled below.
    near.on('error', () => {});
    far.on('error', () => {});
    near.pipe(pair.fromNear).pipe(far);
    far.pipe(pair.fromFar).pipe(near);
    near.on('close', () => {
      pairs.delete(pair);
      silent.delete(near);
      far.destroy();
    });
    far.on('close', () => {
      if (!silent.has(near)) near.destroy();
    });
    if (state === 'held') for (const socket of [near, far]) socket.pause();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    open() {
      state = 'open';
      delay = 0;
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.resume();
    },
    shut() {
      state = 'shut';
      for (const { near } of pairs) near.resetAndDestroy();
    },
    hold() {
      state = 'held';
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.pause();
    },
    /** Delays each chunk by this many milliseconds, in both directions. */
    slow(milliseconds: number) {
      delay = milliseconds;
    },
    silence() {
      for (const { near, far, fromNear, fromFar } of pairs) {
        silent.add(near);
        near.unpipe(fromNear);
        far.unpipe(fromFar);
        for (const socket of [near, far]) socket.resume();
      }
    },
    /** Ends, alternately for each open connection, the direction from the server or the direction to it. */
    halfClose() {
      for (const [index, { near, far, fromNear, fromFar }] of [...pairs].entries()) {
        const [from, passed, to] = index % 2 === 0 ? [far, fromFar, near] : [near, fromNear, far];
        from.unpipe(passed);
        from.resume();
        to.end();
      }
    },
    async close() {
      this.shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
