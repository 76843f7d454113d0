import type { Redis } from 'ioredis';

/** Every key and value of a Redis, as text. */
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
      return client.zrange(key, 0, -1, 'WITHSCORES');
    case 'stream':
      return client.xrange(key, '-', '+');
    default:
      return client.get(key);
  }
}
