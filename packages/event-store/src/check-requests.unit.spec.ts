import { describe, expect, it } from 'vitest';
import { encodeAppend } from './check-requests.ts';
import { sampleEvent } from './contract/log.ts';
import { InvalidRequest } from './event-store.port.ts';

const encode = (data: Record<string, unknown>) =>
  encodeAppend('stream', [sampleEvent('Written', data)], 'any');

describe('encodeAppend', () => {
  it.for([['a\u0000'], ['\\\u0000'], ['\\\\\u0000'], ['x\\\\\\\u0000y']])('rejects a NUL in %j', ([text]) => {
    expect(() => encode({ text })).toThrow(InvalidRequest);
  });

  it('rejects a NUL in a property name and in nested values', () => {
    expect(() => encode({ 'na\u0000me': 1 })).toThrow('NUL');
    expect(() => encode({ list: [{ text: ['\u0000'] }] })).toThrow('NUL');
  });

  it.for([['\\u0000'], ['\\\\u0000'], ['u0000'], ['\u0001'], ['%00']])('accepts %j unchanged', ([text]) => {
    const data = encode({ text }).events[0]?.data ?? '';
    expect(JSON.parse(data)).toEqual({ text });
  });

  it('lowercases ids without modifying the given events', () => {
    const event = sampleEvent('Written', {}, 'ABCDEF01-2345-6789-ABCD-EF0123456789');
    expect(encodeAppend('stream', [event], 3).events[0]?.id).toBe('abcdef01-2345-6789-abcd-ef0123456789');
    expect(event.id).toBe('ABCDEF01-2345-6789-ABCD-EF0123456789');
  });

  it('rejects data that does not serialise to an object', () => {
    expect(() => encodeAppend('stream', [{ ...sampleEvent('A'), data: new Date() as never }], 'any')).toThrow(
      'object',
    );
    expect(() => encode({ toJSON: () => undefined })).toThrow('object');
  });
});
