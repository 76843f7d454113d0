import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const root = fileURLToPath(new URL('../../dist/client/', import.meta.url));

/**
 * The built files: those under /assets have their content's hash in their name and are kept for ever, the few others
 * (favicon, manifest) for an hour. Compressed at build time; the visitor gets the best encoding that it takes.
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
  for (const name of ownFiles()) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, root, { maxAge: '1h', immutable: false }));
  }
}

function ownFiles(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => entry.name);
}
