import { describe, expect, it } from 'vitest';
import {
  fixtureNames,
  frozenHashes,
  hashOfFixture,
  keyring,
  readOpened,
  readStored,
  writeFixture,
} from '../scripts/fixtures.ts';
import { createEventCodec, createMemoryVault, type EventCatalogue, journalEvents } from './index.ts';

const names = fixtureNames();
const catalogue: EventCatalogue = journalEvents;
const codec = createEventCodec({ vault: createMemoryVault(keyring()), events: journalEvents });

describe('frozen event shapes', () => {
  it.each(names)('%s opens to what it says', async (name) => {
    const [opened] = await codec.open([readStored(name)]);
    expect({ data: opened?.data, erased: opened?.erased }).toEqual(readOpened(name));
  });

  it.each(names)('%s has the type and version that its name says', (name) => {
    const stored = readStored(name);
    expect(name).toMatch(new RegExp(`^${stored.type}\\.v${stored.metadata.schemaVersion}\\.`));
  });

  it.each(names)('%s is as it was when it was frozen', (name) => {
    expect(hashOfFixture(name)).toBe(frozenHashes()[name]);
  });

  it('none is lost', () => {
    expect(names).toEqual(Object.keys(frozenHashes()).sort());
  });

  it('every type has one of every version', () => {
    const wanted = Object.values(catalogue).flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, index) => `${type}.v${index + 1}`),
    );
    const frozen = new Set(names.map((name) => name.split('.').slice(0, 2).join('.')));
    expect(wanted.filter((shape) => !frozen.has(shape))).toEqual([]);
  });

  it('every sealed field is seen at least once with its key and once without', async () => {
    const opened = await codec.open(names.map(readStored));
    const published = opened.filter((event) => event.type === 'ArticlePublished');
    expect(published.some((event) => event.data.authorName !== null)).toBe(true);
    expect(published.some((event) => event.data.authorName === null && event.erased.length === 1)).toBe(true);
  });

  it('one is never overwritten', () => {
    const [name = ''] = names;
    const before = hashOfFixture(name);
    expect(() => writeFixture(name, readStored(name), readOpened(name))).toThrow('EEXIST');
    expect(hashOfFixture(name)).toBe(before);
  });
});
