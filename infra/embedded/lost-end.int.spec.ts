import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@journal/postgres';
import { readHighestApplied } from '@journal/read-models';
import { until } from '@journal/testing';
import { expect, inject, it, onTestFinished } from 'vitest';
import { sampleArticle } from '../../services/command/src/testing/samples.ts';
import { startSystemInProcess } from '../../tools/testing/system.ts';

it('a journal that lost the end of its log is not ready, reports why, and refuses writes until it is back', async () => {
  const system = await startSystemInProcess(inject('postgresUrl'));
  onTestFinished(system.stop);
  const database = createPool(system.environment['DATABASE_URL'] ?? '', { applicationName: 'spec' });
  onTestFinished(() => database.end());
  const publish = async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${system.environment['SERVICE_TOKEN']}`,
    };
    const body = JSON.stringify(sampleArticle);
    const answer = await fetch(`${system.url}/api/articles`, { method: 'POST', headers, body });
    return { status: answer.status, position: answer.headers.get('journal-position') };
  };
  const readiness = async () => (await (await fetch(`${system.url}/health/ready`)).json()) as object;
  const applied = (position: string | null) =>
    until(async () => expect(await readHighestApplied(database)).toBe(position));
  const log = () => database.query('select count(*)::int as events from event_log.events');

  await publish();
  await applied((await publish()).position);
  await database.query('create table lost as select * from event_log.events order by position desc limit 3');
  await database.query('delete from event_log.events where position in (select position from lost)');
  const { rows: cut } = await log();
  // Writers rely on one check for a second: restoring an engine takes longer.
  await sleep(1_100);

  expect((await publish()).status).toBe(503);
  await until(async () => {
    const unavailable =
      'unavailable (the log ends before the applied position: see "The log lost its end" in operating.md)';
    expect(await readiness()).toMatchObject({
      ready: false,
      services: {
        command: { dependencies: { 'event-store': unavailable } },
        // Its projections have stopped.
        worker: { dependencies: { 'event-store': unavailable, articles: unavailable, ledger: unavailable } },
      },
    });
  });
  expect((await log()).rows).toEqual(cut);

  await database.query('insert into event_log.events select * from lost');
  await until(async () => expect(await readiness()).toMatchObject({ ready: true }));
  const { status, position } = await publish();
  expect(status).toBe(201);
  await applied(position);
}, 120_000);
