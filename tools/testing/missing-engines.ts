import { connect } from 'node:net';
import process from 'node:process';
import type { NotRun } from './outcome.ts';
import { findRedis } from './redis.ts';

/** The contract suites for which neither a server nor a way to start one is at hand. */
export async function missingEngines(): Promise<NotRun[]> {
  return [...(await missingKurrentDb()), ...(await missingMeilisearch()), ...missingRedis()];
}

/** Where there is none, the specs on Redis do not run. */
export function missingRedis(): NotRun[] {
  if (findRedis() !== undefined) return [];
  return [{ suite: 'the job queue on Redis', reason: 'no redis-server is in the path' }];
}

export async function missingKurrentDb(): Promise<NotRun[]> {
  if (process.env['KURRENTDB_TEST_URL'] || (await hasDockerEngine())) return [];
  return [
    {
      suite: 'the event store contract on KurrentDB',
      reason: 'KURRENTDB_TEST_URL names no server, and no Docker engine answers',
    },
  ];
}

export async function missingMeilisearch(): Promise<NotRun[]> {
  if (process.env['MEILISEARCH_TEST_URL'] || (await hasDockerEngine())) return [];
  return [
    {
      suite: 'the search contract and the quality of answers on Meilisearch',
      reason: 'MEILISEARCH_TEST_URL names no server, and no Docker engine answers',
    },
  ];
}

function hasDockerEngine(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'];
  if (host && !host.startsWith('unix://')) return Promise.resolve(true);
  const socket = connect(host?.slice('unix://'.length) ?? '/var/run/docker.sock');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}
