import type { Change } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { watchIndexLag } from './search.monitor.ts';

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
