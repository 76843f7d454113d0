import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets go of connections when the server closes: of those that have never asked for anything, which browsers keep in
 * store, at once, and of kept-alive ones as their last request ends. `close` itself only ends those that have had an
 * answer and are idle when it is called, and would wait for the others until their client hangs up.
 */
export function registerDrain(app: FastifyInstance): void {
  let closing = false;
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
