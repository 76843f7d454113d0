import { expect, test } from 'vitest';
import { planSplit, processTable } from './plan.ts';

test('only query and worker processes get the search engine’s key', async () => {
  const search = { SEARCH_URL: 'http://127.0.0.1:7700', SEARCH_KEY: 'a key' };
  const { command, query, worker, web } = await planSplit(
    { ...search, PORT: '3000' },
    'http://localhost:3000',
  );
  for (const { environment } of [...query, ...worker]) expect(environment).toMatchObject(search);
  for (const { environment } of [...command, ...web])
    expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['SEARCH_KEY']));
});

test('the process table lists each process with its port and health address', () => {
  const members = [
    { name: 'command', origin: 'http://127.0.0.1:40001' },
    { name: 'query 1', origin: 'http://127.0.0.1:9000' },
  ];
  expect(processTable(members).split('\n')).toEqual([
    '  process  port   health',
    '  command  40001  http://127.0.0.1:40001/health/ready',
    '  query 1  9000   http://127.0.0.1:9000/health/ready',
  ]);
});
