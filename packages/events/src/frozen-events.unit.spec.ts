import { describe, expect, it } from 'vitest';
import { digestOf, digests, freeze, frozenEvents, keyring } from '../scripts/frozen-events.ts';
import { createEventCodec, createMemoryVault, type EventCatalogue, journalEvents } from './index.ts';

const frozen = Object.entries(frozenEvents());
const catalogue: EventCatalogue = journalEvents;
const codec = createEventCodec({ vault: createMemoryVault(keyring()), events: journalEvents });

describe('frozen event shapes', () => {
  it.each(frozen)('%s is unchanged and opens to the recorded data', async (name, event) => {
    const { stored, opened } = event;
    expect(digestOf(event)).toBe(digests()[name]);
    expect(name.split('.').slice(0, 2)).toEqual([stored.type, `v${stored.metadata.schemaVersion}`]);
    const [now] = await codec.open([stored]);
    expect({ data: now?.data, erased: now?.erased }).toEqual(opened);
  });

  it('exist for every digest, and for every version of every type', () => {
    const names = frozen.map(([name]) => name);
    expect(names).toEqual(Object.keys(digests()).sort());
    const shapes = new Set(names.map((name) => name.split('.').slice(0, 2).join('.')));
    const wanted = Object.values(catalogue).flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type}.v${index + 1}`),
    );
    expect(wanted.filter((shape) => !shapes.has(shape))).toEqual([]);
  });

  it('include an erased and an unerased one for every type with sealed fields except ArticleEdited', () => {
    const erasures = (type: string) =>
      new Set(
        frozen
          .filter(([, { stored }]) => stored.type === type)
          .map(([, { opened }]) => opened.erased.length > 0),
      );
    const sealing = Object.values(catalogue).filter(
      ({ type, sealed }) => sealed.length > 0 && type !== 'ArticleEdited',
    );
    for (const { type } of sealing)
      expect({ type, seen: erasures(type) }).toEqual({ type, seen: new Set([true, false]) });
  });

  it('are never overwritten', () => {
    const [[name, event] = []] = frozen;
    if (!name || !event) throw new Error('No event is frozen');
    expect(() => freeze('article', name, event)).toThrow('already frozen');
  });
});
