import type { FastifyInstance } from 'fastify';
import { createDocumentSender } from '../http/send-document.ts';

/** The web manifest, in the journal's own name. */
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
