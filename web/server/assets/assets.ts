import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createDocumentSender } from '../http/send-document.ts';

const root = fileURLToPath(new URL('../../dist/client/', import.meta.url));

/** The service worker. Browsers check for newer versions of it. */
const workerFile = 'sw.js';

/**
 * Serves the built files. Files under /assets have a content hash in their name and are cached for a year as immutable,
 * the few others (favicon, manifest) for an hour, the service worker not at all. Files are compressed at build time;
 * each visitor gets the best encoding they accept.
 */
export async function registerAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${root}assets/`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
  });
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || /\.(br|gz)$/.test(name)) continue;
    const options = name === workerFile ? { cacheControl: false } : { maxAge: '1h', immutable: false };
    app.get(`/${name}`, (_request, reply) => {
      if (name === workerFile) reply.header('cache-control', 'no-cache');
      return reply.sendFile(name, root, options);
    });
  }
}

/** Serves the web manifest, with the journal's name. */
export function registerManifest(app: FastifyInstance, site: { name: string }): void {
  const send = createDocumentSender();
  const body = JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: "A bi-weekly digital journal: where young voices shape today's conversations.",
    lang: 'en-GB',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfbf9',
    theme_color: '#fcfbf9',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  });
  app.get('/manifest.webmanifest', (request, reply) =>
    send(request, reply, { body, mediaType: 'application/manifest+json' }),
  );
}
