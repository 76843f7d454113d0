import '@journal/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded-postgres.ts';
import { throwawaySettings } from '../../infra/postgres/settings.ts';

/** Starts a Postgres whose data goes when it stops. */
export async function startThrowawayPostgres(settings = throwawaySettings) {
  const folder = await mkdtemp(join(tmpdir(), 'journal-test-'));
  const password = 'only for this run';
  const { url, stop } = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), password, settings });
  return {
    url,
    async stop(): Promise<void> {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One Postgres for all integration specs of a run; each spec makes a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
