import '@journal/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, migrate } from '@journal/postgres';
import { checkpointMigrations, checkpointSchema, schemaOf } from '@journal/read-models';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../infra/postgres/embedded-postgres.ts';
import { throwawaySettings } from '../../infra/postgres/settings.ts';
import { allReadModels } from './all-read-models.ts';

/** Starts a Postgres whose data is removed when it stops. */
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

/** Creates a database with the tables of all read models, without rows. Resolves with its name. */
async function makeTables(url: string): Promise<string> {
  const name = 'read_models';
  const server = createPool(url, { applicationName: 'set-up', max: 1 });
  await server.query(`create database ${name}`).finally(() => server.end());
  const pool = createPool(new URL(`/${name}`, url).href, { applicationName: 'set-up', max: 1 });
  try {
    await migrate(pool, checkpointSchema, checkpointMigrations);
    for (const model of allReadModels) await migrate(pool, schemaOf(model), model.migrations);
  } finally {
    await pool.end();
  }
  return name;
}

/** Starts one Postgres for all integration specs of a run; each spec creates its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  project.provide('postgresUrl', postgres.url);
  project.provide('readModelTables', await makeTables(postgres.url));
  return postgres.stop;
}
