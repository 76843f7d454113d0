import { describe, expect, it } from 'vitest';
import { createKnownLog } from './known-log.ts';

describe('createKnownLog', () => {
  it('dares to name the head only after two appends of ours that follow on each other', () => {
    const known = createKnownLog();
    expect(known.head).toBeUndefined();
    known.appended(4n, 5n);
    expect(known.head).toBeUndefined();
    known.appended(5n, 8n);
    expect(known.head).toBe(8n);
    known.appended(9n, 10n);
    expect(known.head).toBeUndefined();
    known.appended(10n, 11n);
    expect(known.head).toBe(11n);
    known.notAlone();
    expect(known.head).toBeUndefined();
  });

  it('keeps the highest revision it saw of a stream', () => {
    const known = createKnownLog();
    known.sawRevision('a', 3);
    known.sawRevision('a', 1);
    expect(known.revisionOf('a')).toBe(3);
    expect(known.revisionOf('b')).toBeUndefined();
  });

  it('remembers a bounded number of streams, the last heard of', () => {
    const known = createKnownLog();
    const hearOf = (from: number, to: number) => {
      for (let index = from; index < to; index += 1) known.sawRevision(`stream-${index}`, 0);
    };
    known.sawRevision('kept', 0);
    hearOf(0, 15_000);
    known.sawRevision('kept', 1);
    known.sawRevision('kept', 0);
    hearOf(15_000, 24_000);
    expect(known.revisionOf('kept')).toBe(1);
    expect(known.revisionOf('stream-0')).toBeUndefined();
    expect(known.revisionOf('stream-23999')).toBe(0);
  });

  it('forgets everything', () => {
    const known = createKnownLog();
    known.sawRevision('a', 3);
    known.appended(0n, 1n);
    known.appended(1n, 2n);
    known.forget();
    expect(known.head).toBeUndefined();
    expect(known.revisionOf('a')).toBeUndefined();
  });
});
