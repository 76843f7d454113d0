import type { Change } from '@journal/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges, throttleChanges } from './change-stream.ts';

describe('gathering changes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('passes the first change on immediately, and a burst as one with the last position and all topics', () => {
    const passed: Change[] = [];
    const push = throttleChanges((change) => passed.push(change));
    push({ position: '1', topics: ['articles'] });
    expect(passed).toEqual([{ position: '1', topics: ['articles'] }]);
    push({ position: '2', topics: ['articles', 'stats'] });
    push({ position: '3', topics: ['featured'] });
    push({ position: '', topics: ['*'] });
    expect(passed).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(passed.slice(1)).toEqual([{ position: '3', topics: ['articles', 'stats', 'featured', '*'] }]);
  });

  it('passes on the highest position, even if it did not come last', () => {
    const passed: string[] = [];
    const push = throttleChanges(({ position }) => passed.push(position));
    for (const position of ['1', '3', '', '2']) push({ position, topics: [] });
    vi.advanceTimersByTime(1_000);
    expect(passed).toEqual(['1', '3']);
  });

  it('passes the next change on immediately after a pause of 1 s', () => {
    const passed: string[] = [];
    const push = throttleChanges(({ position }) => passed.push(position));
    push({ position: '1', topics: [] });
    vi.advanceTimersByTime(1_000);
    push({ position: '2', topics: [] });
    expect(passed).toEqual(['1', '2']);
  });
});

describe('a stream of changes', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    [undefined, '/api/changes'],
    ['12~13', '/api/changes?after=12~13'],
    ['', '/api/changes?after='],
  ])('after %j is opened at %s', (after, expected) => {
    const opened: string[] = [];
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {} });
    vi.stubGlobal(
      'EventSource',
      class {
        constructor(address: string) {
          opened.push(address);
        }
        addEventListener() {}
        close() {}
      },
    );
    followChanges({ after, onChange() {} }).stop();
    expect(opened).toEqual([expected]);
  });
});
