import { expect, test } from 'vitest';
import { processTable } from './process-table.ts';

test('each process is a line with its port and where it tells its health', () => {
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
