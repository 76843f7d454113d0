import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../event-store.port.ts';
import { collectEvents, type Log, readAll, sampleEvent, sampleEvents, uniqueName } from './log.ts';

export function describeReading(log: Log): void {
  describe('reading a stream', () => {
    const stream = uniqueName('stream');
    const count = 1_203;
    let events: NewEvent[];

    beforeAll(async () => {
      events = sampleEvents(count, 'Edited');
      for (let from = 0; from < count; from += 401)
        await log().store.append(stream, events.slice(from, from + 401), from === 0 ? 'none' : from - 1);
    });

    it('yields nothing for a missing stream', async () => {
      expect(await readAll(log().store.read(uniqueName('stream')))).toEqual([]);
    });

    it('yields all events in order and unchanged', async () => {
      const recorded = await readAll(log().store.read(stream));
      expect(recorded).toHaveLength(count);
      for (const [revision, event] of recorded.entries())
        expect(event).toEqual({ ...events[revision], stream, revision, position: event.position });
      const positions = recorded.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort());
    });

    it.for([
      { from: 0, limit: 1 },
      { from: 1_200 },
      { from: 1_202, limit: 5 },
      { from: 1_203 },
      { from: 5_000, limit: 2 },
      { limit: 0 },
      { limit: 700 },
      { from: 300, limit: 603 },
    ])('yields the requested range: %o', async (options) => {
      const recorded = await readAll(log().store.read(stream, options));
      const from = options.from ?? 0;
      const expected = events.slice(from, from + (options.limit ?? count));
      expect(recorded.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(recorded.map(({ revision }) => revision)).toEqual(expected.map((_, index) => from + index));
    });

    it('stops when its consumer leaves the loop', async () => {
      let read = 0;
      for await (const _ of log().store.read(stream)) {
        read += 1;
        if (read === 3) break;
      }
      expect(read).toBe(3);
    });
  });
}

const texts = {
  'accents, composed and combining': 'Zoë Z\u006f\u0065\u0308 Ångström A\u030angstro\u0308m',
  'beyond the basic plane': '😀 𝒯𝒽𝑒 𠜎 👩🏽‍🚀 🏳️‍🌈',
  'right to left': 'שלום עולם — مرحبا بالعالم \u202eabc\u202c',
  'other scripts': '青年期刊 – молодёжный журнал – युवा पत्रिका – 젊은 저널',
  'what JSON escapes': '"quoted" \\back\\ /slash/ \b\f\n\r\t \u0001\u001f\u007f',
  'escapes as text': '\\u0000 \\\\u0000 \\n \\" &quot; %00',
  'line separators and marks': '\u2028\u2029\ufeff\u200b\u00a0',
  'what SQL and shells read': `'; drop table events; -- $1 {a,"b"} ${'$'}{HOME}`,
};

const values = {
  numbers: [0, -1, 1.5, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  truths: [true, false, null],
  empty: { list: [], object: {}, text: '', '': 'no name' },
  nested: { a: [{ b: [[[{ c: 'deep' }]]] }] },
};

export function describeContent(log: Log): void {
  describe('content', () => {
    it.for(Object.entries(texts))('is read and delivered unchanged: %s', async ([, text]) => {
      const { store } = log();
      const type = uniqueName('Written');
      const stream = uniqueName('stream');
      const event = sampleEvent(type, { text, [text]: 'as a name' });
      const metadata = { ...event.metadata, requestId: text };
      await store.append(stream, [{ ...event, metadata }], 'none');
      const [read] = await readAll(store.read(stream));
      expect(read).toMatchObject({ data: event.data, metadata });
      const [delivered] = await collectEvents(store, { types: [type] }, 1);
      expect(delivered).toEqual(read);
    });

    it('may be any JSON value', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      await store.append(stream, [sampleEvent('Written', values)], 'none');
      const [read] = await readAll(store.read(stream));
      expect(read?.data).toEqual(values);
    });

    it('may have stream names and types in any script', async () => {
      const { store } = log();
      const stream = uniqueName('статья-文章-😀-é "quoted" {a,b}');
      const type = uniqueName('Veröffentlicht-公開-✓');
      const event = sampleEvent(type);
      await store.append(stream, [event], 'none');
      await store.append(stream, [sampleEvent(type)], 0);
      expect(await readAll(store.read(stream))).toMatchObject([
        { stream, type, id: event.id },
        { stream, type },
      ]);
      const delivered = await collectEvents(store, { types: [type] }, 2);
      expect(delivered.map((recorded) => recorded.stream)).toEqual([stream, stream]);
    });

    it('may be 256 KB per event, with three events in one append', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const type = uniqueName('Written');
      const paragraph = 'Ein langer Aufsatz über das Schreiben — “draft” № 7.\n';
      const text = paragraph.repeat(Math.ceil((256 * 1024) / Buffer.byteLength(paragraph)));
      const events = ['a', 'b', 'c'].map((mark) => sampleEvent(type, { text: mark + text }));
      await store.append(stream, events, 'none');
      const read = await readAll(store.read(stream));
      expect(read.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
      const delivered = await collectEvents(store, { types: [type], batchSize: 2 }, 3);
      expect(delivered).toEqual(read);
    });
  });
}
