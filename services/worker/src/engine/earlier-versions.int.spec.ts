import { ledgerModel, type ReadModel, schemaOf } from '@journal/read-models';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { projectionTest } from '../testing/projection-test.ts';
import { beginEpoch } from './checkpoint.ts';
import { dropEarlierVersions } from './earlier-versions.ts';
import type { AnyProjection } from './projection.ts';
import type { ProjectionRunnerOptions } from './projection-runner.ts';

const hour = 3_600_000;
const userId = 'user-1';
const authorName = 'Quorvex Writer';

const it = projectionTest.extend('versions', ({ log, model }) => {
  const { pool } = model;
  const name = `versions_${model.schema}`;
  const version = (number: number): ReadModel => ({ ...articlesProjection.model, name, version: number });
  const schema = (number: number) => schemaOf(version(number));
  const start = (number: number, options: Partial<ProjectionRunnerOptions> = {}) => {
    const projection: AnyProjection = { ...articlesProjection, model: version(number) };
    return model.start(projection, { schema: schema(number), ...options });
  };
  /** Resolves with the existing schemas whose names contain the model's name. */
  async function schemas() {
    const { rows } = await pool.query<{ name: string }>(
      'select nspname as name from pg_namespace where strpos(nspname, $1) > 0 order by 1',
      [name],
    );
    return rows.map((row) => row.name);
  }
  /** Resolves with the epoch of version 2. */
  async function epoch() {
    const { rows } = await pool.query<{ term: string }>(
      'select term from projections.checkpoint where schema_name = $1',
      [schema(2)],
    );
    return rows[0]?.term ?? '';
  }
  return {
    name,
    version,
    schema,
    start,
    schemas,
    /** Applies an article to both versions in turn, and the erasure of its writer to version 2 only. */
    async buildBoth() {
      const published = await log.articles.publish(1, { authorName, contributorId: userId });
      for (const number of [1, 2]) {
        start(number);
        await model.applied(published, schema(number));
        if (number === 2) await model.applied(await log.users.forget(userId, 'keep'), schema(2));
        await model.stop();
      }
    },
    /** Backdates version 2's going live and version 1's last change by `minutes`. */
    async age(minutes: number) {
      for (const [column, number] of [
        ['caught_up_at', 2],
        ['updated_at', 1],
      ] as const)
        await pool.query(
          `update projections.checkpoint set ${column} = now() - $2 * interval '1 minute' where schema_name = $1`,
          [schema(number), minutes],
        );
    },
    epoch,
    /** Drops earlier versions once, as the leader of version 2 in its current epoch or in the given one. */
    async look(of?: string) {
      const writer = { pool, schema: schema(2), epoch: of ?? (await epoch()) };
      return dropEarlierVersions(writer, version(2), hour);
    },
  };
});

it('an earlier version, which still names a forgotten user, is dropped after its retention period', async ({
  model,
  versions,
}) => {
  await versions.buildBoth();
  const named = async (number: number) =>
    JSON.stringify(await model.contents(versions.schema(number))).includes(authorName);
  expect([await named(1), await named(2)]).toEqual([true, false]);
  versions.start(2, { earlierKeptFor: 60 });
  await until(async () => expect(await versions.schemas()).toEqual([versions.schema(2)]));
  const { rows } = await model.pool.query('select version from projections.checkpoint where name = $1', [
    versions.name,
  ]);
  expect(rows).toEqual([{ version: 2 }]);
});

it('the retention period of an earlier version starts at the end of catch-up and continues across restarts', async ({
  versions,
}) => {
  await versions.buildBoth();
  await versions.age(59);
  expect(await versions.look()).toEqual([]);
  await versions.age(61);
  versions.start(2);
  await until(async () => expect(await versions.schemas()).toEqual([versions.schema(2)]));
});

it('schemas of higher versions and schemas with similar names are kept', async ({ model, versions }) => {
  const { name } = versions;
  await versions.buildBoth();
  await versions.age(61);
  const others = [`${name}_v10`, `${name}_v1_x`, `${name}_v3`, `x_${name}_v1`, `${name}x_v1`, name];
  for (const other of others) await model.pool.query(`create schema ${other}`);
  expect(await versions.look()).toEqual([versions.schema(1)]);
  expect(await versions.schemas()).toEqual([...others, versions.schema(2)].sort());
});

it('an earlier version that a worker still leads is kept and follows the log until that worker stops', async ({
  log,
  model,
  versions,
}) => {
  await versions.buildBoth();
  const old = versions.start(1);
  await until(() => expect(old.status.leading).toBe(true));
  versions.start(2, { earlierKeptFor: 60 });
  const position = await log.articles.publish(2);
  await model.applied(position, versions.schema(2));
  await model.applied(position, versions.schema(1));
  await versions.age(61);
  expect(await versions.look()).toEqual([]);
  await old.stop();
  await until(async () => expect(await versions.schemas()).toEqual([versions.schema(2)]));
});

it('an unfinished rebuild of an earlier version is dropped together with it', async ({ model, versions }) => {
  await versions.buildBoth();
  await versions.age(61);
  const left = `${versions.schema(1)}_rebuild`;
  await model.pool.query(`create schema ${left}`);
  expect((await versions.look()).toSorted()).toEqual([versions.schema(1), left]);
  expect(await versions.schemas()).toEqual([versions.schema(2)]);
});

it('an earlier version that advanced within the hour is kept, because it may still have readers', async ({
  model,
  versions,
}) => {
  await versions.buildBoth();
  await versions.age(61);
  await model.pool.query('update projections.checkpoint set updated_at = now() where schema_name = $1', [
    versions.schema(1),
  ]);
  expect(await versions.look()).toEqual([]);
});

it('a version that has not caught up, or a leader of an earlier epoch, drops nothing', async ({
  model,
  versions,
}) => {
  await versions.buildBoth();
  await versions.age(61);
  const epoch = await versions.epoch();
  await beginEpoch(model.pool, versions.schema(2), versions.version(2));
  expect(await versions.look(epoch)).toEqual([]);
  await model.pool.query('update projections.checkpoint set caught_up_at = null where schema_name = $1', [
    versions.schema(2),
  ]);
  expect(await versions.look()).toEqual([]);
  expect(await versions.schemas()).toEqual([versions.schema(1), versions.schema(2)]);
});

it('older code rebuilds its dropped version from the log, beside the newer version', async ({
  model,
  versions,
}) => {
  await versions.buildBoth();
  await versions.age(61);
  const { article: expected } = await model.contents(versions.schema(2));
  expect(await versions.look()).toEqual([versions.schema(1)]);
  versions.start(1, { earlierKeptFor: 60 });
  await until(async () => {
    expect((await model.contents(versions.schema(1))).article).toEqual(expected);
  });
  expect(await versions.schemas()).toEqual([versions.schema(1), versions.schema(2)]);
});

it('an earlier version of the ledger is kept, because it is evidence and names nobody', async ({
  model,
  versions,
}) => {
  await versions.buildBoth();
  await versions.age(61);
  const kept = { ...ledgerModel, ...versions.version(2) };
  const writer = { pool: model.pool, schema: versions.schema(2), epoch: await versions.epoch() };
  expect(await dropEarlierVersions(writer, kept, hour)).toEqual([]);
  expect(await versions.look()).toEqual([versions.schema(1)]);
});
