import { expect, it } from 'vitest';
import { createOutageLog } from './outage-log.ts';

function start() {
  const lines: unknown[] = [];
  let time = 0;
  const outages = createOutageLog(() => time);
  const log = {
    info: (...line: unknown[]) => lines.push(['info', ...line]),
    warn: (...line: unknown[]) => lines.push(['warn', ...line]),
  };
  return {
    lines,
    fail: (reason = new Error('away')) => outages.failed(reason, log),
    answer: () => outages.answered(log),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

it('says once that searches fail, and why, and reminds of it every ten minutes', () => {
  const { lines, fail, pass } = start();
  const [first, later] = [new Error('away'), new Error('still away')];
  fail(first);
  for (let count = 0; count < 999; count++) fail();
  expect(lines).toEqual([['warn', { err: first, leftOut: 0 }, 'searches fail']]);
  pass(599_999);
  fail();
  expect(lines.length).toBe(1);
  pass(1);
  fail(later);
  expect(lines.slice(1)).toEqual([['warn', { err: later, leftOut: 1_000 }, 'searches fail']]);
});

it('says once that they are answered again, when none has failed for ten seconds', () => {
  const { lines, fail, answer, pass } = start();
  answer();
  fail();
  fail();
  pass(9_999);
  answer();
  expect(lines.length).toBe(1);
  pass(1);
  answer();
  answer();
  expect(lines.slice(1)).toEqual([['info', { failed: 2 }, 'searches are answered again']]);
});

it('says of each outage that it began', () => {
  const { lines, fail, answer, pass } = start();
  for (let outage = 0; outage < 2; outage++) {
    fail();
    pass(10_000);
    answer();
  }
  expect(lines.map((line) => (line as string[])[0])).toEqual(['warn', 'info', 'warn', 'info']);
});
