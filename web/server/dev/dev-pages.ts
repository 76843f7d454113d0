import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { RenderPage } from '../pages/load-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type DevPages = { renderPage: RenderPage; hotReload: string; close(): Promise<void> };

/** Pages straight from their sources, with hot reload on a free port of its own. */
export async function createDevPages(app: FastifyInstance): Promise<DevPages> {
  const { createDevMiddleware, renderPage } = await import('vike/server');
  const port = await freePort();
  const { devMiddleware, viteServer } = await createDevMiddleware({
    root,
    viteConfig: { server: { hmr: { port, host: 'localhost', clientPort: port } } },
  });
  app.addHook('onRequest', (request, reply, next) => {
    devMiddleware(request.raw, reply.raw, next);
  });
  return { renderPage, hotReload: `ws://localhost:${port}`, close: () => viteServer.close() };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
