import type { Change } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { watchIndexLag } from './index-lag.ts';

function sideAt() {
  const tell: ((change: Change) => void)[] = [];
  const side = { position: '', onChange: (listener: (change: Change) => void) => void tell.push(listener) };
  return {
    side,
    moveTo(position: string) {
      side.position = position;
      for (const each of tell) each({ position, topics: [] });
    },
  };
}

describe('the lag of the index', () => {
  it('is the age of the first change that it lacks', () => {
    const [articles, index] = [sideAt(), sideAt()];
    let now = 0;
    const lag = watchIndexLag(articles.side, index.side, () => now);
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
