import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Starts a new Redis without persistence that listens only on this machine. */
export async function startRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'journal-redis-'));
  const port = await freePort();
  const settings = `--bind 127.0.0.1 --port ${port} --appendonly no --maxmemory-policy noeviction`;
  const server = spawn('redis-server', [...settings.split(' '), '--dir', folder, '--save', ''], {
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  // Waits for the connection.
  await client.ping();
  return {
    url,
    client,
    async stop() {
      client.disconnect();
      server.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Resolves with every key and value of a Redis, as text. */
export async function dumpRedis(client: Redis): Promise<string> {
  const lines: string[] = [];
  for (const key of await client.keys('*'))
    lines.push(`${key}: ${JSON.stringify(await contentOf(client, key))}`);
  return lines.join('\n');
}

async function contentOf(client: Redis, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'hash':
      return client.hgetall(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'set':
      return client.smembers(key);
    case 'zset':
      return client.zrange(key, '0', '-1', 'WITHSCORES');
    case 'stream':
      return client.xrange(key, '-', '+');
    default:
      return client.get(key);
  }
}
