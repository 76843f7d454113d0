import { createPool } from '@journal/postgres';
import { createDeliveries, deliveryCounts } from '@journal/read-models/delivery';
import { createDraftTable, draftLifetime } from '@journal/read-models/drafts';
import { createTestDatabase, until } from '@journal/testing';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { removeOldRows } from './remove-old-rows.ts';

it('drafts and deliveries are deleted after 90 days, newer ones are kept, and failures are logged', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'spec', max: 2 });
  const end = new AbortController();
  onTestFinished(() => database.drop());
  const drafts = createDraftTable(pool);
  const minute = 60_000;
  for (const [target, age] of [
    ['article-1', draftLifetime + minute],
    ['article-2', draftLifetime - minute],
  ] as const)
    await drafts.save({
      ...{ userId: 'writer', target, subjects: [], box: Buffer.from('sealed') },
      savedAt: new Date(Date.now() - age),
    });
  const mailed = createDeliveries(pool);
  await mailed.copyOf('none');
  await pool.query(
    `insert into delivery.frozen (mailing_id, begun_at) values
       ('1-1', now() - interval '91 days'), ('2-1', now() - interval '89 days');
     insert into delivery.recipient (mailing_id, subscriber_id) values ('1-1', 'reader'), ('2-1', 'reader')`,
  );
  const warn = vi.fn();
  const removing = removeOldRows(pool, { warn } as never, end.signal);
  await until(async () =>
    expect((await drafts.read('writer')).map(({ target }) => target)).toEqual(['article-2']),
  );
  await until(async () => expect((await deliveryCounts(pool, '1-1')).ready).toBe(0));
  expect((await deliveryCounts(pool, '2-1')).ready).toBe(1);
  end.abort();
  await removing;
  expect(warn).not.toHaveBeenCalled();

  await pool.end();
  const again = new AbortController();
  const failing = removeOldRows(pool, { warn } as never, again.signal);
  await until(async () => expect(warn).toHaveBeenCalledTimes(2));
  again.abort();
  await failing;
});
