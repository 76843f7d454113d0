import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { renderPage } from 'vike/server';

export type RenderPage = typeof renderPage;

const entry = new URL('../../dist/server/entry.mjs', import.meta.url);

/** Loads the built pages. Rejects if they have not been built. */
export async function loadBuiltPages(): Promise<RenderPage> {
  if (!existsSync(entry)) throw new Error('The pages are not built; run `vite build` in web/');
  await import(entry.href);
  return renderPage;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Serves pages from their sources, with hot reload on a separate free port. */
export async function createDevPages(app: FastifyInstance) {
  const { createDevMiddleware, renderPage } = await import('vike/server');
  const port = await freePort();
  const { devMiddleware, viteServer } = await createDevMiddleware({
    root,
    viteConfig: { server: { hmr: { port, host: 'localhost', clientPort: port } } },
  });
  app.addHook('onRequest', (request, reply, next) => {
    devMiddleware(request.raw, reply.raw, next);
  });
  app.addHook('onClose', () => viteServer.close());
  return { renderPage, hotReload: `ws://localhost:${port}` };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
