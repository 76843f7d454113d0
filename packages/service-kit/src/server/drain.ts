import type { FastifyInstance } from 'fastify';

/**
 * Lets go of kept-alive connections as their last request ends: `close` itself only ends those that are idle when it
 * is called, and would wait for the others until their client hangs up.
 */
export function registerDrain(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
