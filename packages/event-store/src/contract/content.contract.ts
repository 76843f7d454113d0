import { describe, expect, it } from 'vitest';
import { collectEvents, readAll } from './collect.ts';
import type { Log } from './opened-log.ts';
import { sampleEvent, uniqueName } from './samples.ts';

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
    it.for(Object.entries(texts))('comes back as it was: %s', async ([, text]) => {
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

    it('keeps every kind of JSON value', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      await store.append(stream, [sampleEvent('Written', values)], 'none');
      const [read] = await readAll(store.read(stream));
      expect(read?.data).toEqual(values);
    });

    it('names streams and types in any script', async () => {
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

    it('takes events of 256 KB, several in one append', async () => {
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
