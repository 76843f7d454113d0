import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-body.ts';

describe('findJsonFault', () => {
  it.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
    '{"a":"a","b":"\\"a\\":"}',
    '["a","a"]',
    '{"a" : "a:", "\\\\" : 1, "\\"" : 2}',
    '{}',
    '3',
  ])('finds no fault in %s', (json) => {
    expect(findJsonFault(json)).toBeUndefined();
  });

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"b":[{"a":1,\n"a"\t: 2}]}',
    '{"":1,"":2}',
    '{"\\\\":1,"\\\\":2}',
  ])('finds the duplicate field in %s', (json) => {
    expect(findJsonFault(json)).toContain('twice');
  });

  it('accepts up to 20 levels of nesting', () => {
    expect(findJsonFault('['.repeat(20) + ']'.repeat(20))).toBeUndefined();
    expect(findJsonFault('['.repeat(21) + ']'.repeat(21))).toContain('deeply');
    expect(findJsonFault('[[]],'.repeat(100))).toBeUndefined();
  });

  it('finds no fault in the JSON of any shallow value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(findJsonFault(JSON.stringify(value, null, indent))).toBeUndefined();
      }),
    );
  });

  it('finds any duplicate field', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 3 }), (key, value) => {
        const field = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
        const other = JSON.stringify(`other ${key}`);
        expect(findJsonFault(`{${field},${other}:{},${field}}`)).toContain('twice');
      }),
    );
  });
});
