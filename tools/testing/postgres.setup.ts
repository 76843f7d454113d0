import '@journal/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded-postgres.ts';
import { throwawaySettings } from '../../infra/postgres/settings.ts';

/** One Postgres for all integration specs of a run; each spec makes a database of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-test-'));
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    password: 'only for this run',
    settings: throwawaySettings,
  });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
