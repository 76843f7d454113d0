import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { openGate } from '@journal/testing';
import { type OpenedLog, openBehindGate } from '../contract/log.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';

/** A running KurrentDB, behind a gate that can break its connections. */
export type RunningKurrentDb = Pick<OpenedLog, 'dropConnections' | 'behindGate'> & {
  readonly url: string;
  stop(): Promise<void>;
};

/**
 * Resolves with the server at KURRENTDB_TEST_URL (a single node without TLS) if it is set; otherwise starts one in a
 * container, in the version that the compose file names.
 */
export async function startKurrentDb(): Promise<RunningKurrentDb> {
  const given = process.env['KURRENTDB_TEST_URL'];
  const server = given ? { url: given, stop: async () => {} } : await startContainer();
  const [, credentials = '', host = '', port = '2113', query = ''] =
    /^(?:kurrentdb|esdb):\/\/([^@/]*@)?([^:/?,]+)(?::(\d+))?\/?(\?.*)?$/.exec(server.url) ?? [];
  if (host === '' || !/[?&]tls=false/.test(query))
    throw new Error(
      'KURRENTDB_TEST_URL must name a single node without TLS: kurrentdb://host:2113?tls=false',
    );
  const gate = await openGate(Number(port), host);
  const through = (gatePort: number) => `kurrentdb://${credentials}127.0.0.1:${gatePort}${query}`;
  return {
    url: through(gate.port),
    behindGate: (retryTimeout) =>
      openBehindGate(
        Number(port),
        (gatePort) => createKurrentDbEventStore({ url: through(gatePort), retryTimeout }),
        host,
      ),
    async dropConnections() {
      gate.shut();
      gate.open();
    },
    async stop() {
      await gate.close();
      await server.stop();
    },
  };
}

async function startContainer() {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(await imageOfCompose())
    .withEnvironment({
      KURRENTDB_INSECURE: 'true',
      KURRENTDB_RUN_PROJECTIONS: 'None',
      KURRENTDB_MEM_DB: 'true',
    })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live?liveCode=200', 2113).forStatusCode(200))
    .withStartupTimeout(180_000)
    .start();
  return {
    url: `kurrentdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}

async function imageOfCompose(): Promise<string> {
  const compose = await readFile(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8');
  const [, image] = /image: (\S*kurrentdb:\S+)/.exec(compose) ?? [];
  if (!image) throw new Error('docker-compose.yml has no KurrentDB image');
  return image;
}
