import type { Change } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { createOutageLog, watchIndexLag } from './search.monitor.ts';

function modelAt() {
  const listeners: ((change: Change) => void)[] = [];
  const model = {
    position: '',
    onChange: (listener: (change: Change) => void) => void listeners.push(listener),
  };
  return {
    model,
    moveTo(position: string) {
      model.position = position;
      for (const each of listeners) each({ position, topics: [] });
    },
  };
}

describe('the lag of the index', () => {
  it('is the age of the first change that it lacks', () => {
    const [articles, index] = [modelAt(), modelAt()];
    let now = 0;
    const lag = watchIndexLag(articles.model, index.model, () => now);
    expect(lag()).toBe(0);
    articles.moveTo('1');
    now = 2_000;
    articles.moveTo('2');
    now = 3_000;
    expect(lag()).toBe(3);
    index.moveTo('1');
    now = 4_000;
    expect(lag()).toBe(1);
    index.moveTo('2');
    expect(lag()).toBe(0);
    index.moveTo('3');
    articles.moveTo('3');
    now = 9_000;
    expect(lag()).toBe(0);
  });
});

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
