import { describe, expect, it } from 'vitest';
import { InvalidRequest, type NewEvent } from '../event-store.port.ts';
import { type Log, readAll, sampleEvent, uniqueName } from './log.ts';

const circular: Record<string, unknown> = {};
circular['self'] = circular;

const twice = sampleEvent('Opened');

const wrongEvents: Record<string, readonly NewEvent[]> = {
  'no event': [],
  'an empty id': [sampleEvent('Opened', {}, '')],
  'an id that is no UUID': [sampleEvent('Opened', {}, 'article-1')],
  'the same id twice': [twice, twice],
  'the same id twice, in capitals': [twice, { ...twice, id: twice.id.toUpperCase() }],
  'an empty type': [sampleEvent('')],
  'a type of the system': [sampleEvent('$Opened')],
  'a BigInt': [sampleEvent('Opened', { count: 1n })],
  'a BigInt far inside': [sampleEvent('Opened', { list: [{ count: 1n }] })],
  'a NUL character': [sampleEvent('Opened', { text: 'a\u0000b' })],
  'a circle': [sampleEvent('Opened', circular)],
  'data that is a list': [sampleEvent('Opened', [] as never)],
  'data that is a text': [sampleEvent('Opened', 'text' as never)],
  'no data': [sampleEvent('Opened', null as never)],
  'metadata that is nothing': [{ ...sampleEvent('Opened'), metadata: undefined as never }],
};

const wrongStreams: Record<string, string> = {
  'an empty name': '',
  'a name of the system': '$streams',
  'a control character': 'article\n1',
  'a NUL character': 'article\u0000',
  'half a character': 'article-\ud83d',
  'a very long name': 'a'.repeat(501),
};

export function describeRefusals(log: Log): void {
  describe('rejects', () => {
    it.for(Object.keys(wrongEvents))('invalid events: %s', async (what) => {
      const { store } = log();
      const stream = uniqueName('stream');
      const append = store.append(stream, wrongEvents[what] ?? [], 'any');
      await expect(append).rejects.toBeInstanceOf(InvalidRequest);
      expect(await readAll(store.read(stream))).toEqual([]);
    });

    it.for(Object.keys(wrongStreams))('invalid stream names: %s', async (what) => {
      const { store } = log();
      const stream = wrongStreams[what] ?? '';
      await expect(store.append(stream, [sampleEvent('Opened')], 'any')).rejects.toBeInstanceOf(
        InvalidRequest,
      );
      await expect((async () => readAll(store.read(stream)))()).rejects.toBeInstanceOf(InvalidRequest);
    });

    it.for([-1, 0.5, Number.NaN, 'some' as never])('invalid expected revisions: %s', async (expected) => {
      const append = log().store.append(uniqueName('stream'), [sampleEvent('Opened')], expected);
      await expect(append).rejects.toBeInstanceOf(InvalidRequest);
    });

    it('positions that it never returned', async () => {
      const subscribe = async (after: string) => {
        for await (const _ of log().store.subscribe({ after })) break;
      };
      for (const after of ['', 'here', '-1', '12345678901234567890123'])
        await expect(subscribe(after)).rejects.toBeInstanceOf(InvalidRequest);
    });

    it.for([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '7' as never])(
      'invalid batch sizes: %s',
      async (batchSize) => {
        const subscribing = async () => {
          for await (const _ of log().store.subscribe({ batchSize })) break;
        };
        await expect(subscribing()).rejects.toBeInstanceOf(InvalidRequest);
      },
    );

    it('invalid and conflicting appends without affecting concurrent ones', async () => {
      const { store } = log();
      const good = Array.from({ length: 5 }, () => uniqueName('stream'));
      const appends = good.flatMap((stream) => [
        store.append(stream, [sampleEvent('Opened')], 'none'),
        store
          .append(uniqueName('bad'), [sampleEvent('Opened', { count: 1n })], 'none')
          .catch((error) => error),
        store.append(uniqueName('bad'), [sampleEvent('Opened')], 3).catch((error) => error),
      ]);
      const outcomes = await Promise.all(appends);
      for (const [index, outcome] of outcomes.entries()) {
        if (index % 3 === 0) expect(outcome).toMatchObject({ revision: 0 });
        else expect(outcome).toMatchObject({ name: index % 3 === 1 ? 'InvalidRequest' : 'RevisionConflict' });
      }
    });
  });
}
