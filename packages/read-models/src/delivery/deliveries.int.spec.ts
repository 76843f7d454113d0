import { createPool, migrate } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { articlesModel } from '../articles.model.ts';
import { checkpointMigrations, checkpointSchema } from '../checkpoint/checkpoint.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';
import { isSuppressed } from '../suppressions/suppressions.ts';
import {
  acceptedLately,
  type Claim,
  copyDeliveries,
  createDeliveries,
  type DeliveryRecord,
  deliveryCounts,
  dropMailingCopies,
  markRestored,
  removeDeliveriesBefore,
  restoreDeliveries,
  uncertainDeliveries,
} from './index.ts';

const database = await createTestDatabase(inject('postgresUrl'));
const pool = createPool(database.url, { applicationName: 'spec', max: 6 });
const deliveries = createDeliveries(pool, { pageSize: 10 });
const newsletter = schemaOf(newsletterModel);
const mailingId = '7-1';
const name = (number: number) => `reader-${String(number).padStart(3, '0')}`;

const subscribe = (from: number, to: number, confirmedAt: string | null = '2026-01-02') =>
  pool.query(
    `insert into ${newsletter}.subscriber (subscriber_id, address_hash, email, requested_at, confirmed_at)
     select id, 'hash of ' || id, id || '@example.org', '2026-01-01', $3::timestamptz
     from unnest($1::text[]) as id where $2`,
    [Array.from({ length: to - from }, (_, index) => name(from + index)), true, confirmedAt],
  );
const leave = (number: number) =>
  pool.query(`delete from ${newsletter}.subscriber where subscriber_id = $1`, [name(number)]);

async function claimed(sender = 'sender', mailing = mailingId): Promise<Claim> {
  const claim = await deliveries.claim(mailing, sender);
  if (!claim || claim === 'skipped') throw new Error(`There was ${claim ?? 'nobody'}`);
  return claim;
}
const counted = async (mailing = mailingId) => {
  const counts = Object.entries(await deliveryCounts(pool, mailing));
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
};

beforeAll(async () => {
  // Before any worker has created the tables.
  expect(await counted()).toEqual({});
  expect(await acceptedLately(pool, mailingId, 60_000)).toBe(0);
  expect(await uncertainDeliveries(pool, mailingId, 9)).toEqual([]);
  expect(await removeDeliveriesBefore(pool, new Date())).toBe(0);
  await dropMailingCopies(pool);
  for await (const _page of copyDeliveries(pool)) throw new Error('There is something to copy');
  await migrate(pool, checkpointSchema, checkpointMigrations);
  for (const model of [newsletterModel, articlesModel])
    await migrate(pool, schemaOf(model), model.migrations);
  await pool.query(
    `insert into projections.checkpoint (schema_name, name, version) values ($1, 'newsletter', 1)`,
    [newsletter],
  );
  await deliveries.copyOf('none');
});
beforeEach(async () => {
  await pool.query(`truncate delivery.copy, delivery.frozen, delivery.recipient, delivery.suppression`);
  await pool.query(`truncate ${newsletter}.subscriber`);
  await pool.query(`update projections.checkpoint set caught_up_at = now()`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('freeze records each confirmed subscriber once, and returns the same count when repeated', async () => {
  await subscribe(0, 30);
  await subscribe(30, 33, null);
  expect(await deliveries.freeze(mailingId, 'everybody')).toBe(30);
  await subscribe(40, 45);
  expect(await deliveries.freeze(mailingId, 'everybody')).toBe(30);
  expect(await counted()).toEqual({ ready: 30 });
  expect(await deliveries.freeze('8-1', 'everybody')).toBe(35);
  expect(await deliveries.freeze('9-1', 'everybody')).toBe(35);
});

it('freeze selects a section’s subscribers for its mailings, and not for issues without pieces from it', async () => {
  await subscribe(0, 30);
  await pool.query(`update ${newsletter}.subscriber set section = 'clash' where subscriber_id < $1`, [
    name(7),
  ]);
  expect(await deliveries.freeze('7-1', 'clash')).toBe(7);
  expect(await deliveries.freeze('7-2', 'view')).toBe(0);
  // Readers see nothing from The Clash in this issue.
  expect(await deliveries.freeze('7-3', 'everybody')).toBe(23);
});

it('freeze resumes after an abort, and records nobody twice when run concurrently', async () => {
  await subscribe(0, 95);
  const stop = new AbortController();
  const cutting = deliveries.freeze(mailingId, 'everybody', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(cutting).rejects.toThrow('stopped');
  expect(await Promise.all([1, 2, 3].map(() => deliveries.freeze(mailingId, 'everybody')))).toEqual([
    95, 95, 95,
  ]);
  expect(await counted()).toEqual({ ready: 95 });
});

it('storeCopy keeps the first copy of a mailing, until dropMailingCopies removes it', async () => {
  const copy = { subject: 'Issue 7', text: 'text', html: '<p>', contentHash: 'a' };
  expect(await deliveries.storeCopy(mailingId, copy)).toEqual(copy);
  expect(await deliveries.storeCopy(mailingId, { ...copy, subject: 'Other' })).toEqual(copy);
  expect(await deliveries.copyOf('none')).toBeUndefined();
  expect(await deliveries.hasCopy(mailingId)).toBe(true);
  await dropMailingCopies(pool);
  expect(await deliveries.hasCopy(mailingId)).toBe(false);
});

it('concurrent senders claim each recipient once', async () => {
  await subscribe(0, 60);
  await deliveries.freeze(mailingId, 'everybody');
  const seen: string[] = [];
  const send = async (sender: string) => {
    for (;;) {
      const claim = await deliveries.claim(mailingId, sender);
      if (!claim || claim === 'skipped') return;
      expect(claim).toMatchObject({ email: `${claim.subscriberId}@example.org`, attempts: 0 });
      seen.push(claim.subscriberId);
      await deliveries.settle(claim, { status: 'accepted', smtpCode: '250' });
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(send));
  expect(seen.toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => name(index)));
  expect(await counted()).toEqual({ accepted: 60 });
  expect(await acceptedLately(pool, mailingId, 60_000)).toBe(60);
  expect(await acceptedLately(pool, mailingId, -60_000)).toBe(0);
});

it('claim skips recipients who left, have no address, or are suppressed and not confirmed since', async () => {
  await subscribe(0, 4);
  await deliveries.freeze(mailingId, 'everybody');
  await leave(0);
  await pool.query(`update ${newsletter}.subscriber set email = null where subscriber_id = $1`, [name(1)]);
  await pool.query(
    `insert into delivery.suppression values ($1, 'hard', '2026-01-03'), ($2, 'hard', '2026-01-01')`,
    [`hash of ${name(2)}`, `hash of ${name(3)}`],
  );
  for (let passed = 0; passed < 3; passed++)
    expect(await deliveries.claim(mailingId, 'sender')).toBe('skipped');
  expect((await claimed()).subscriberId).toBe(name(3));
  expect(await counted()).toEqual({ left: 2, suppressed: 1, sending: 1 });
});

it('a suppression ends with the next confirmation, whatever the clocks of the machines say', async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  await subscribe(0, 1, minutes(5));
  await subscribe(1, 2, minutes(-10));
  await deliveries.freeze(mailingId, 'everybody');
  for (const number of [0, 1])
    await deliveries.suppress({ subscriberId: name(number), addressHash: `hash of ${name(number)}` }, 'hard');
  await pool.query(`update ${newsletter}.subscriber set confirmed_at = $2 where subscriber_id = $1`, [
    ...[name(1), minutes(-5)],
  ]);
  const answers = [0, 1].map((number) => isSuppressed(pool, `hash of ${name(number)}`));
  expect(await Promise.all(answers)).toEqual([true, false]);
  expect(await deliveries.claim(mailingId, 'sender')).toBe('skipped');
  expect((await claimed()).subscriberId).toBe(name(1));
});

it('claim treats nobody as having left while the subscribers are rebuilt from the log', async () => {
  await subscribe(0, 1);
  await deliveries.freeze(mailingId, 'everybody');
  await pool.query(`update projections.checkpoint set caught_up_at = null`);
  await pool.query(`truncate ${newsletter}.subscriber`);
  expect(await deliveries.claim(mailingId, 'sender')).toBeUndefined();
  expect(await counted()).toEqual({ ready: 1 });
});

it('a deferred recipient waits for the delay, and only answered attempts are counted', async () => {
  await subscribe(0, 1);
  await deliveries.freeze(mailingId, 'everybody');
  await deliveries.settle(await claimed(), { status: 'ready', delay: 0, isAnswered: false });
  expect((await claimed()).attempts).toBe(0);
  expect(await deliveries.claim(mailingId, 'other')).toBeUndefined();
  await deliveries.settle({ mailingId, subscriberId: name(0), claimedBy: 'sender' } as Claim, {
    ...{ status: 'ready', delay: 3_600_000, isAnswered: true, smtpCode: '451' },
  });
  expect(await deliveries.claim(mailingId, 'sender')).toBeUndefined();
  const { rows } = await pool.query(`select attempts, smtp_code, not_before > now() as later
    from delivery.recipient`);
  expect(rows).toEqual([{ attempts: 1, smtp_code: '451', later: true }]);
});

it('claims of a lost sender are uncertain until it settles them, and are repeated only on request', async () => {
  await subscribe(0, 3);
  await deliveries.freeze(mailingId, 'everybody');
  const [first, second] = [await claimed('before'), await claimed('before')];
  const own = await claimed('now');
  await deliveries.markOthersUncertain(mailingId, 'now', 3_600_000);
  expect(await counted()).toEqual({ sending: 3 });
  await deliveries.markOthersUncertain(mailingId, 'now', 0);
  expect(await counted()).toEqual({ uncertain: 2, sending: 1 });
  expect(await uncertainDeliveries(pool, mailingId, 1)).toEqual([
    { subscriberId: first.subscriberId, at: expect.stringMatching(/Z$/), smtpCode: null },
  ]);
  // The sender was still alive.
  await deliveries.settle(first, { status: 'accepted' });
  // By a clock that is behind that of the database.
  const repeat = { revision: 5, at: new Date(Date.now() - 60_000).toISOString() };
  await deliveries.repeat(mailingId, repeat);
  expect(await counted()).toEqual({ accepted: 1, ready: 1, sending: 1 });
  // This outcome is of an attempt that has been superseded.
  await deliveries.settle(second, { status: 'accepted' });
  expect(await counted()).toEqual({ accepted: 1, ready: 1, sending: 1 });
  await deliveries.settle(own, { status: 'uncertain' });
  await deliveries.repeat(mailingId, repeat);
  await deliveries.repeat(mailingId, { revision: 4, at: new Date().toISOString() });
  expect(await counted()).toEqual({ accepted: 1, ready: 1, uncertain: 1 });
  // An earlier version has repeated it without recording the revision.
  const next = { revision: 8, at: new Date(Date.now() - 90_000).toISOString() };
  await pool.query(`update delivery.frozen set repeated_at = $1`, [next.at]);
  await deliveries.repeat(mailingId, next);
  expect(await counted()).toEqual({ accepted: 1, ready: 1, uncertain: 1 });
  await deliveries.repeat(mailingId, { revision: 9, at: new Date(Date.now() - 120_000).toISOString() });
  expect(await counted()).toEqual({ accepted: 1, ready: 2 });
});

it('a late settlement makes nobody ready whose mailing may have been completed or cancelled', async () => {
  await subscribe(0, 1);
  const deferred = { status: 'ready', delay: 0, isAnswered: true, smtpCode: '451' } as const;
  await deliveries.freeze(mailingId, 'everybody');
  const late = await claimed('gone', mailingId);
  await deliveries.markOthersUncertain(mailingId, 'now', 0);
  await deliveries.settle(late, deferred);
  expect(await counted()).toEqual({ uncertain: 1 });
  expect(await uncertainDeliveries(pool, mailingId, 9)).toMatchObject([{ smtpCode: '451' }]);
  await deliveries.repeat(mailingId, { revision: 5, at: new Date().toISOString() });
  const repeated = await claimed('now');
  await deliveries.cancel([mailingId]);
  await deliveries.settle(repeated, deferred);
  expect(await counted()).toEqual({ cancelled: 1 });
});

it('releaseClaims makes a sender’s unsettled claims ready again', async () => {
  await subscribe(0, 3);
  await deliveries.freeze(mailingId, 'everybody');
  await claimed('before');
  const settled = await claimed('before');
  await deliveries.settle(settled, { status: 'accepted' });
  await claimed('now');
  await deliveries.releaseClaims(mailingId, 'before');
  expect(await counted()).toEqual({ ready: 1, accepted: 1, sending: 1 });
});

it('cancel stops further claims, cancels unsent recipients and deletes the copy', async () => {
  await subscribe(0, 3);
  await deliveries.storeCopy(mailingId, { subject: '', text: '', html: '', contentHash: '' });
  await deliveries.freeze(mailingId, 'everybody');
  await deliveries.settle(await claimed(), { status: 'accepted' });
  await deliveries.cancel(['6-1', mailingId]);
  expect(await deliveries.claim(mailingId, 'sender')).toBeUndefined();
  expect(await counted()).toEqual({ accepted: 1, cancelled: 2 });
  expect(await deliveries.copyOf(mailingId)).toBeUndefined();
});

it('cancel marks claimed recipients as uncertain until their sender settles them', async () => {
  await subscribe(0, 3);
  await deliveries.freeze(mailingId, 'everybody');
  const [late] = [await claimed('gone'), await claimed('gone')];
  await deliveries.cancel([mailingId]);
  expect(await counted()).toEqual({ uncertain: 2, cancelled: 1 });
  await deliveries.settle(late, { status: 'accepted' });
  expect(await counted()).toEqual({ accepted: 1, uncertain: 1, cancelled: 1 });
});

it('an address is suppressed after one hard bounce or soft bounces in three mailings in a row', async () => {
  await subscribe(0, 2);
  const suppressed = async () =>
    (await pool.query(`select address_hash as hash, reason from delivery.suppression order by 1`)).rows;
  const bounces = ['soft', 'soft', undefined, 'soft', 'soft'] as const;
  for (const [index, bounce] of bounces.entries()) {
    const mailing = `${index + 1}-1`;
    await deliveries.freeze(mailing, 'everybody');
    await deliveries.settle(await claimed('sender', mailing), { status: 'refused', smtpCode: '452', bounce });
  }
  expect(await suppressed()).toEqual([]);
  await deliveries.freeze('9-1', 'everybody');
  await deliveries.settle(await claimed('sender', '9-1'), { status: 'refused', bounce: 'soft' });
  await deliveries.settle(await claimed('sender', '9-1'), { status: 'refused', bounce: 'hard' });
  expect(await suppressed()).toEqual([
    { hash: `hash of ${name(0)}`, reason: 'soft' },
    { hash: `hash of ${name(1)}`, reason: 'hard' },
  ]);
  await deliveries.freeze('10-1', 'everybody');
  for (let passed = 0; passed < 2; passed++) expect(await deliveries.claim('10-1', 'sender')).toBe('skipped');
});

it('isSuppressed finds a suppressed address by its hash until the address is confirmed again', async () => {
  await subscribe(0, 3);
  await pool.query(
    `insert into delivery.suppression values ($1, 'hard', '2026-01-03'), ($2, 'soft', '2026-01-01'), ('left', 'hard', '2026-01-03')`,
    [`hash of ${name(1)}`, `hash of ${name(2)}`],
  );
  const hashes = [0, 1, 2].map((number) => `hash of ${name(number)}`);
  const found = [...hashes, 'left'].map((hash) => isSuppressed(pool, hash));
  expect(await Promise.all(found)).toEqual([false, true, false, true]);
});

it('recipients are uncertain after restoring a backup that was taken during the freeze', async () => {
  await subscribe(0, 3);
  await deliveries.freeze(mailingId, 'everybody');
  const records: DeliveryRecord[] = [];
  for await (const page of copyDeliveries(pool)) records.push(...page);
  await pool.query(`truncate delivery.frozen, delivery.recipient`);
  const early = records
    .filter(({ table, row }) => table === 'frozen' || row['subscriber_id'] === name(0))
    .map(({ table, row }) => ({
      ...{ table, row: table === 'frozen' ? { ...row, cursor: '', total: null, frozen_at: null } : row },
    }));
  await restoreDeliveries(pool, early);
  expect(await deliveries.freeze(mailingId, 'everybody')).toBe(3);
  expect(await counted()).toEqual({ uncertain: 3 });
});

it('removeDeliveriesBefore deletes only mailings from before the date', async () => {
  await subscribe(0, 2);
  await deliveries.storeCopy(mailingId, { subject: '', text: '', html: '', contentHash: '' });
  for (const id of [mailingId, '8-1']) await deliveries.freeze(id, 'everybody');
  await pool.query(`update delivery.frozen set begun_at = '2026-01-01' where mailing_id = $1`, [mailingId]);
  expect(await removeDeliveriesBefore(pool, new Date('2026-01-02'))).toBe(1);
  expect(await deliveries.copyOf(mailingId)).toBeUndefined();
  expect([await counted(), await counted('8-1')]).toEqual([{}, { ready: 2 }]);
});

it('restoring a backup twice keeps all deliveries, and makes unsettled recipients uncertain', async () => {
  await subscribe(0, 1_100);
  await deliveries.storeCopy(mailingId, { subject: 'A', text: 'B', html: 'C', contentHash: 'D' });
  expect(await deliveries.freeze(mailingId, 'everybody')).toBe(1_100);
  await deliveries.settle(await claimed(), { status: 'accepted', smtpCode: '250' });
  await claimed();
  await pool.query(`insert into delivery.suppression values ('hash', 'hard', '2026-01-03')`);
  const at = new Date().toISOString();
  const records: DeliveryRecord[] = [];
  for await (const page of copyDeliveries(pool)) records.push(...page);
  await pool.query(`truncate delivery.copy, delivery.frozen, delivery.recipient, delivery.suppression`);
  for (let times = 0; times < 2; times++) await restoreDeliveries(pool, records);
  expect(await counted()).toEqual({ accepted: 1, uncertain: 1_099 });
  // The copy is not restored: it is rendered again.
  expect(await deliveries.hasCopy(mailingId)).toBe(false);
  expect(await deliveries.freeze(mailingId, 'everybody')).toBe(1_100);
  expect((await pool.query('select * from delivery.suppression')).rowCount).toBe(1);
  // A repeat requested before the backup has been carried out since.
  await markRestored(pool, new Map([[mailingId, 3]]));
  await deliveries.repeat(mailingId, { revision: 3, at });
  expect(await counted()).toEqual({ accepted: 1, uncertain: 1_099 });
  await deliveries.repeat(mailingId, { revision: 6, at });
  expect(await counted()).toEqual({ accepted: 1, ready: 1_099 });
});
