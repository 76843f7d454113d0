import { expect, test } from 'vitest';
import { planSplit } from './plan.ts';

test('the search engine and its key are known to those who fill it and who ask it, and to nobody else', async () => {
  const search = { SEARCH_URL: 'http://127.0.0.1:7700', SEARCH_KEY: 'a key' };
  const { command, query, worker, web } = await planSplit(
    { ...search, PORT: '3000' },
    'http://localhost:3000',
  );
  for (const { environment } of [...query, ...worker]) expect(environment).toMatchObject(search);
  for (const { environment } of [...command, ...web])
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['SEARCH_KEY']));
});
