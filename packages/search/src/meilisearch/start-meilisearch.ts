import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';

/** How to reach a Meilisearch, with a name for an index that nobody else there uses. */
export type RunningMeilisearch = {
  readonly url: string;
  readonly key: string | undefined;
  readonly indexUid: string;
  stop(): Promise<void>;
};

/**
 * Resolves with the server that MEILISEARCH_TEST_URL names (with MEILISEARCH_TEST_KEY, if it has keys), or else one
 * that this starts in a container, of the version that the compose file names.
 */
export async function startMeilisearch(): Promise<RunningMeilisearch> {
  const indexUid = `journal_test_${randomBytes(6).toString('hex')}`;
  const url = process.env['MEILISEARCH_TEST_URL'];
  if (url) return { url, key: process.env['MEILISEARCH_TEST_KEY'], indexUid, stop: async () => {} };
  return { indexUid, ...(await startContainer()) };
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
  if (!image) throw new Error('docker-compose.yml names no image of Meilisearch');
  return image;
}
