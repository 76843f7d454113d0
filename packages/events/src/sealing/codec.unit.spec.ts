import Type from 'typebox';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { journalEvents, type OpenedEvent } from '../catalogue/journal-events.ts';
import { defineEvents, type SealedEvent, type StoredEvent } from '../event/event.ts';
import { createEventCodec, InvalidEvent, PoisonEvent } from './codec.ts';
import { createMemoryVault } from './memory-vault.ts';
import { SubjectForgotten } from './vault.port.ts';

const id = '0b5ad2c4-6a52-4e0a-9a39-2f5a3f0b7c11';
const otherId = '7f1f8f0e-3a2b-4c5d-8e9f-0a1b2c3d4e5f';
const metadata = {
  actor: { id: 'service', role: 'service' },
  requestId: 'request-1',
  correlationId: 'request-1',
  causationId: 'request-1',
  at: '2026-01-02T03:04:05.678Z',
} as const;
const published = {
  type: 'ArticlePublished',
  data: {
    articleId: 7,
    contributorId: 'c0ffee00-0000-4000-8000-000000000001',
    title: 'Zwölf Äpfel 🍎',
    excerpt: 'An excerpt',
    content: 'First\n\nSecond',
    section: 'view',
    authorName: 'Sample Writer',
    authorAge: 16,
    authorSchool: null,
    readTime: 3,
    featured: 0,
    cover: 'auto',
  },
} as const;

const contributor = 'contributor:c0ffee00-0000-4000-8000-000000000001';
const start = () => {
  const vault = createMemoryVault();
  const codec = createEventCodec({ vault, events: journalEvents });
  const seal = (change: object = {}, eventId = id) =>
    codec.seal({ ...published, data: { ...published.data, ...change } as never }, eventId, metadata);
  return { vault, codec, seal };
};
const stored = (event: SealedEvent): StoredEvent => ({
  ...(JSON.parse(JSON.stringify(event)) as SealedEvent),
  stream: 'article-7',
  revision: 0,
  position: '0000000042',
});

describe('sealing', () => {
  it('is reversible, leaves nothing personal readable, and never produces the same box twice', async () => {
    const { codec, seal } = start();
    const event = await seal();
    const [opened] = await codec.open([stored(event)]);
    expect(opened).toEqual({
      ...published,
      id,
      stream: 'article-7',
      revision: 0,
      position: '0000000042',
      metadata: { ...metadata, schemaVersion: 2 },
      erased: [],
    });
    const erased = { title: null, content: null, authorName: null, authorAge: null };
    expect(event.data).toMatchObject({ ...erased, section: 'view' });
    expect(Object.keys(event.data.sealed as object)).toEqual(['article:7', contributor]);
    expect(JSON.stringify(event)).not.toMatch(/Zwölf|excerpt"?:"An|First|Sample/);
    expect((await seal()).data.sealed).not.toEqual(event.data.sealed);
  });

  it('covers only the fields that are present, and creates no key if there are none', async () => {
    const { codec, vault } = start();
    const edit = { articleId: 7, contributorId: 'c1', readTime: 4, title: undefined };
    const event = await codec.seal({ type: 'ArticleEdited', data: edit as never }, id, metadata);
    expect(event.data).toEqual({ articleId: 7, contributorId: 'c1', readTime: 4 });
    expect((await vault.keysForOpening(['article:7', 'contributor:c1'])).size).toBe(0);
  });

  it.each([
    ['a missing field', { title: undefined }],
    ['a wrong type', { readTime: '3' }],
    ['an unknown field, which would be stored in the clear', { nickname: 'Sam' }],
  ])('rejects %s without revealing a value', async (_what, change) => {
    const sealing = start().seal(change);
    await expect(sealing).rejects.toThrow(InvalidEvent);
    await expect(sealing).rejects.not.toThrow(/Sam|Writer|16/);
  });

  it('rejects an id that is not a lowercase UUID, an event outside the catalogue, and a forgotten subject', async () => {
    const { codec, vault, seal } = start();
    await expect(seal({}, id.toUpperCase())).rejects.toThrow(InvalidEvent);
    const unknown = { type: 'toString', data: {} } as never;
    await expect(codec.seal(unknown, id, metadata)).rejects.toThrow(InvalidEvent);
    await vault.forget('article:7');
    await expect(seal()).rejects.toThrow(SubjectForgotten);
  });
});

describe('opening', () => {
  it('requests the keys of a batch once, keeps the order, and does not modify the stored events', async () => {
    const { codec, vault, seal } = start();
    const events = await Promise.all([1, 2, 3].map(async (articleId) => stored(await seal({ articleId }))));
    const before = structuredClone(events);
    const keysForOpening = vi.spyOn(vault, 'keysForOpening');
    const opened = await codec.open(events);
    expect(opened.map((event) => (event.type === 'ArticlePublished' ? event.data.articleId : 0))).toEqual([
      1, 2, 3,
    ]);
    expect(keysForOpening.mock.calls).toEqual([[['article:1', contributor, 'article:2', 'article:3']]]);
    expect(events).toEqual(before);
  });

  it('returns null for the fields of a forgotten subject, and lists the subject as erased', async () => {
    const { codec, vault, seal } = start();
    const event = stored(await seal());
    await vault.forget(contributor);
    const [opened] = await codec.open([event]);
    const withoutByline = { authorName: null, authorAge: null, authorSchool: null };
    expect([opened?.data, opened?.erased]).toEqual([{ ...published.data, ...withoutByline }, [contributor]]);
  });

  it.each<[string, (event: StoredEvent) => Partial<StoredEvent>]>([
    ['an unknown type', () => ({ type: 'ArticleFrobbed' })],
    ['a type that only looks known', () => ({ type: 'constructor' })],
    ['a newer version', (event) => ({ metadata: { ...event.metadata, schemaVersion: 99 } })],
    [
      'no version',
      (event) => ({ metadata: { ...event.metadata, schemaVersion: undefined as unknown as number } }),
    ],
    ['a box of another event', () => ({ id: otherId })],
    ['a box moved to another subject', (event) => ({ data: { ...event.data, sealed: moveBox(event) } })],
    ['a changed box', (event) => ({ data: { ...event.data, sealed: changeBoxes(event, flip) } })],
    [
      'a box cut short',
      (event) => ({ data: { ...event.data, sealed: changeBoxes(event, (box) => box.slice(0, 20)) } }),
    ],
    ['an empty box', (event) => ({ data: { ...event.data, sealed: changeBoxes(event, () => '') } })],
    [
      'a box of another format',
      (event) => ({ data: { ...event.data, sealed: changeBoxes(event, (box) => `_${box.slice(1)}`) } }),
    ],
  ])('throws an error that names the event and its position, for %s', async (_what, change) => {
    const { codec, seal } = start();
    const good = stored(await seal());
    const bad = { ...good, ...change(good) };
    const error = await codec.open([good, bad]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PoisonEvent);
    const message = expect.stringContaining(`${bad.type} at position 0000000042 (article-7@0)`);
    expect(error).toMatchObject({ position: '0000000042', message });
  });

  it('types data by the event type, with nullable sealed fields', () => {
    const read = (event: OpenedEvent) => {
      if (event.type !== 'ArticlePublished') return;
      expectTypeOf(event.data.title).toEqualTypeOf<string | null>();
      expectTypeOf(event.data.authorAge).toEqualTypeOf<number | null>();
      expectTypeOf(event.data.readTime).toEqualTypeOf<number>();
      expectTypeOf(event.position).toEqualTypeOf<string>();
    };
    expect(read).toBeTypeOf('function');
  });
});

describe('upcasting', () => {
  const door = Type.String();
  const painter = Type.String();
  const sealed = [
    { subject: (data: { door: string }) => `door:${data.door}`, fields: ['painter'] as const },
  ] as const;
  const versionOne = defineEvents({
    DoorPainted: { data: { door, color: Type.String(), painter }, sealed },
  });
  const versionThree = defineEvents({
    DoorPainted: {
      data: { door, colours: Type.Array(Type.String()), painter },
      sealed,
      upcasts: [
        ({ color, ...rest }) => ({ ...rest, colour: color }),
        ({ colour, ...rest }) => ({ ...rest, colours: [colour] }),
      ],
    },
  });

  it('runs from the stored version to the newest, after the fields are opened', async () => {
    const vault = createMemoryVault();
    const old = createEventCodec({ vault, events: versionOne });
    const codec = createEventCodec({ vault, events: versionThree });
    const data = { door: 'front', color: 'red', painter: 'P' };
    const event = stored(await old.seal({ type: 'DoorPainted', data }, id, metadata));
    const second = {
      ...event,
      data: { door: 'front', colour: 'red' },
      metadata: { ...event.metadata, schemaVersion: 2 },
    };
    const opened = await codec.open([event, second]);
    expect(opened.map((each) => each.data)).toEqual([
      { door: 'front', colours: ['red'], painter: 'P' },
      { door: 'front', colours: ['red'] },
    ]);
  });

  it('an event may not have a field named sealed, nor seal a field that its schema lacks', () => {
    const events = defineEvents({ DoorPainted: { data: { sealed: Type.String() } } });
    expect(() => createEventCodec({ vault: createMemoryVault(), events })).toThrow('DoorPainted');
    const unknown = { subject: () => 'x', fields: ['age'] as const };
    // @ts-expect-error: `age` is no field of its data.
    defineEvents({ DoorPainted: { data: { door }, sealed: [unknown] } });
  });
});

type Boxes = Record<string, string>;
const changeBoxes = (event: StoredEvent, change: (box: string) => string) =>
  Object.fromEntries(
    Object.entries(event.data.sealed as Boxes).map(([subject, box]) => [subject, change(box)]),
  );
const flip = (box: string) => box.slice(0, 40) + (box[40] === 'A' ? 'B' : 'A') + box.slice(41);
const moveBox = (event: StoredEvent) => {
  const [[first, box] = ['', ''], [second] = ['']] = Object.entries(event.data.sealed as Boxes);
  return { [first]: box, [second]: box };
};
