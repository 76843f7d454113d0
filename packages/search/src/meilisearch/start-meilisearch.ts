import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';

/**
 * Resolves with a Meilisearch server and an index name that is unique on it. Uses the server at MEILISEARCH_TEST_URL
 * (with MEILISEARCH_TEST_KEY, if it has keys); if unset, starts one in a container, in the version that the compose
 * file names.
 */
export async function startMeilisearch() {
  const indexUid = `journal_test_${randomBytes(6).toString('hex')}`;
  const { MEILISEARCH_TEST_URL: url, MEILISEARCH_TEST_KEY: key } = process.env;
  return { indexUid, ...(url ? { url, key, stop: async () => {} } : await startContainer()) };
}

async function startContainer() {
  const { GenericContainer, Wait } = await import('testcontainers');
  const key = randomBytes(24).toString('hex');
  const container = await new GenericContainer(await imageOfCompose())
    .withEnvironment({ MEILI_ENV: 'production', MEILI_NO_ANALYTICS: 'true', MEILI_MASTER_KEY: key })
    .withExposedPorts(7700)
    .withWaitStrategy(Wait.forHttp('/health', 7700).forStatusCode(200))
    .withStartupTimeout(180_000)
    .start();
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(7700)}`,
    key,
    stop: async () => {
      await container.stop();
    },
  };
}

async function imageOfCompose(): Promise<string> {
  const compose = await readFile(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8');
  const [, image] = /image: (\S*meilisearch:\S+)/.exec(compose) ?? [];
  if (!image) throw new Error('docker-compose.yml has no Meilisearch image');
  return image;
}
