import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault, subscriberSubject } from '@journal/events';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { createNewsletterLog } from '../../testing/newsletter-log.ts';
import { until } from '../../testing/until.ts';
import { newsletterProjection } from './newsletter.projection.ts';

const database = useTestDatabase();
const { pool } = database;
let vault: ReturnType<typeof createMemoryVault>;
let log: ReturnType<typeof createNewsletterLog>;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `newsletter_${++schemas}`;
  const store = createMemoryEventStore();
  vault = createMemoryVault();
  log = createNewsletterLog(store, vault);
  runners = createRunners(database.url, store, log as never);
});
afterEach(() => runners.stop());

const follow = (name = schema) => runners.start(name, { projection: newsletterProjection });
const rowsOf = async (name = schema) =>
  (await pool.query(`select * from ${name}.subscriber order by subscriber_id`)).rows;

it('lists an address from its request to its end, and says when it was confirmed', async () => {
  follow();
  const at = new Date('2026-01-02T03:04:05.678Z');
  const reader = log.reader('reader@example.org');
  await untilApplied(pool, schema, await reader.request());
  const row = { subscriber_id: reader.subscriberId, address_hash: reader.hash, email: reader.email };
  expect(await rowsOf()).toEqual([{ ...row, confirmed_at: null }]);
  await untilApplied(pool, schema, await reader.confirm(at));
  expect(await rowsOf()).toEqual([{ ...row, confirmed_at: at }]);
  await untilApplied(pool, schema, await reader.end());
  expect(await rowsOf()).toEqual([]);
});

it('rebuilt, when keys are gone, equals the one that followed', async () => {
  follow();
  const hash = 'ab'.repeat(32);
  const [stays, leaves, returns, waits] = [
    log.reader('stays@example.org'),
    log.reader('leaves@example.org', hash),
    log.reader('leaves@example.org', hash),
    log.reader('waits@example.org'),
  ];
  for (const reader of [stays, leaves, waits]) {
    await reader.request();
    await reader.request();
  }
  await stays.confirm();
  await leaves.confirm();
  await leaves.end();
  await vault.forget(subscriberSubject(leaves));
  await returns.request();
  const last = await returns.confirm();
  const rebuilt = `${schema}_again`;
  follow(rebuilt);
  await Promise.all([untilApplied(pool, schema, last), untilApplied(pool, rebuilt, last)]);
  const rows = await rowsOf();
  expect(rows).toHaveLength(3);
  expect(await rowsOf(rebuilt)).toEqual(rows);
});

it('stops at a confirmation of what nobody asked for', async () => {
  const { status } = follow();
  const position = await log.reader('reader@example.org').confirm();
  await until(() => expect(JSON.stringify(status)).toContain(position));
  expect(await rowsOf()).toEqual([]);
});
