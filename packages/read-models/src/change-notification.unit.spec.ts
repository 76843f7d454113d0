import { describe, expect, it } from 'vitest';
import { decodeChange, encodeChange } from './change-notification.ts';
import { checkSchemaName } from './read-model.ts';

const change = { projection: 'articles_v1', position: '0042', topics: ['articles', 'article:7'] };

describe('a notification', () => {
  it('decodes to the change that was encoded', () => {
    expect(decodeChange(encodeChange(change))).toEqual(change);
  });

  it('replaces topics that do not fit into 8,000 bytes with *', () => {
    const topics = Array.from({ length: 2_000 }, (_, id) => `article:${id}`);
    const payload = encodeChange({ ...change, topics });
    expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(decodeChange(payload)).toEqual({ ...change, topics: ['*'] });
    const fitting = encodeChange({ ...change, topics: topics.slice(0, 500) });
    expect(decodeChange(fitting)?.topics).toHaveLength(500);
    expect(Buffer.byteLength(fitting)).toBeLessThan(8_000);
  });

  it.each(['', '{', 'null', '[]', '{"projection":"a"}', '{"projection":"a","position":"1","topics":[1]}'])(
    'is not decoded from the foreign payload %j',
    (payload) => {
      expect(decodeChange(payload)).toBeUndefined();
    },
  );
});

it.each(['', 'A', '1a', 'a-b', 'a.b', 'a"b', 'a'.repeat(31)])('%j is rejected as a schema name', (name) => {
  expect(() => checkSchemaName(name)).toThrow();
});
