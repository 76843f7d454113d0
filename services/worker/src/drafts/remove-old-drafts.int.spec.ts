import { createPool } from '@journal/postgres';
import { createDraftTable, draftLifetime } from '@journal/read-models/drafts';
import { createTestDatabase, until } from '@journal/testing';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { removeOldDrafts } from './remove-old-drafts.ts';

it('deletes what was left for 90 days, keeps what was not, and says where it can not', async () => {
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
  const warn = vi.fn();
  const removing = removeOldDrafts(pool, { warn } as never, end.signal);
  await until(async () =>
    expect((await drafts.read('writer')).map(({ target }) => target)).toEqual(['article-2']),
  );
  end.abort();
  await removing;
  expect(warn).not.toHaveBeenCalled();

  await pool.end();
  const again = new AbortController();
  const failing = removeOldDrafts(pool, { warn } as never, again.signal);
  await until(async () => expect(warn).toHaveBeenCalledOnce());
  again.abort();
  await failing;
});
