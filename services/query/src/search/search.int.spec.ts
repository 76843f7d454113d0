import { formerContributor, maxSearchLength } from '@journal/contracts';
import { until } from '@journal/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { createSearchDouble, documentOf, strangeTexts } from '../testing/search-double.ts';

const double = createSearchDouble();
let system: QuerySystem;

beforeAll(async () => {
  system = await createQuerySystem({ search: double.engine });
  await system.tables.commit({
    articles: [
      {
        id: 3,
        content: `${'Nothing to see here. '.repeat(50)}A lighthouse stood there. ${'And so on. '.repeat(50)}`,
      },
      { id: 4, content: 'A lighthouse keeper', isDeleted: true },
    ],
  });
  await system.untilReady();
  await until(async () => expect((await search('anything')).statusCode).toBe(200));
});
afterAll(() => system.close());

let steps = 0;
/** The index has these from now on. */
async function index(...documents: ReturnType<typeof documentOf>[]) {
  double.documents.splice(0, double.documents.length, ...documents);
  const position = String(++steps).padStart(12, '0');
  await system.tables.search.moveTo(position);
  await until(async () => expect((await search('')).headers['journal-position']).toBe(position));
}
const search = (q: string, more = '', headers: Record<string, string> = {}) =>
  system.get(`/api/search?q=${encodeURIComponent(q)}${more}`, headers);
const ids = async (q: string, more = '') =>
  (await search(q, more)).json<{ id: number }[]>().map(({ id }) => id);

beforeEach(() => index(...[1, 2, 3, 4, 5, 6, 7].map((id) => documentOf(id, { title: `Lighthouse ${id}` }))));

describe('what was found', () => {
  it('has its fields in one order, and where it matches', async () => {
    await index(
      documentOf(12, {
        title: 'The Lighthouse',
        authorName: 'Hugo Light',
        excerpt: 'Dark, then light',
        section: 'culture',
      }),
    );
    const answer = await search('light');
    expect(answer.body).toBe(
      JSON.stringify([
        {
          id: 12,
          title: 'The Lighthouse',
          section: 'culture',
          authorName: 'Hugo Light',
          authorAge: 15,
          excerpt: 'Dark, then light',
          createdAt: '2026-01-01T00:12:00.000Z',
          matches: { title: [[4, 9]], authorName: [[5, 10]], excerpt: [[11, 16]] },
        },
      ]),
    );
  });

  it('has the words of a forgotten byline, in which nothing is marked', async () => {
    await index(documentOf(1, { title: 'Former days', authorName: null, authorAge: null }));
    expect((await search('former')).json()).toMatchObject([
      { authorName: formerContributor, authorAge: null, matches: { title: [[0, 6]], authorName: [] } },
    ]);
  });

  it.each(['', '?q=', '?q=%20%20', '?q=%21%3F%2C', '?q=%25_', '?q=%00', '?q=%0a%09', '?limit=3&page=2'])(
    'is nothing where there is no word: %s',
    async (query) => {
      const before = double.asked.length;
      const answer = await system.get(`/api/search${query}`);
      expect([answer.statusCode, answer.body]).toEqual([200, '[]']);
      expect(double.asked.length).toBe(before);
    },
  );
});

describe('pages', () => {
  it.each([
    ['', [7, 6, 5, 4, 3], '</api/search?q=lighthouse&limit=5&page=2>; rel="next"'],
    ['&page=2', [2, 1], undefined],
    ['&page=3', [], undefined],
    ['&limit=7', [7, 6, 5, 4, 3, 2, 1], undefined],
    [
      '&limit=2&page=2&passages=1',
      [5, 4],
      '</api/search?q=lighthouse&limit=2&page=3&passages=1>; rel="next"',
    ],
  ])('%s', async (more, expected, link) => {
    for (let round = 0; round < 2; round++) {
      expect(await ids('lighthouse', more)).toEqual(expected);
      expect((await search('lighthouse', more)).headers.link).toBe(link);
    }
  });

  it('end at the tenth', async () => {
    await index(...Array.from({ length: 30 }, (_, at) => documentOf(at + 1, { title: 'Lighthouse' })));
    expect((await search('lighthouse', '&limit=2&page=9')).headers.link).toContain('page=10');
    const last = await search('lighthouse', '&limit=2&page=10');
    expect(last.json()).toHaveLength(2);
    expect(last.headers.link).toBeUndefined();
  });

  it('carry any text to the next', async () => {
    const { headers } = await search('  "lighthouse" & \u{1f980} <b> ', '&limit=1');
    expect(headers.link).toBeUndefined();
    const next = (await search(' "Lighthouse" & <b> \u{1f980}', '&limit=1')).headers.link;
    expect(next).toBeUndefined();
    await index(...[1, 2].map((id) => documentOf(id, { title: 'B, a lighthouse' })));
    const link = String((await search(' "Lighthouse" & <b> \u{1f980}', '&limit=1')).headers.link);
    const following = await system.get(/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? '');
    expect(following.json()).toMatchObject([{ id: 1 }]);
  });
});

describe('a passage of the text', () => {
  const elsewhere = { title: 'Storms', excerpt: 'Of the sea' };

  it('is there where nothing else matches, and only where it is asked for', async () => {
    await index(documentOf(3, { ...elsewhere, content: 'A lighthouse' }));
    const [found] = (await search('lighthouse', '&passages=1')).json();
    expect(found.passage.text).toMatch(/^…[^…]*A lighthouse stood there\.[^…]*…$/);
    expect(found.passage.text.length).toBeLessThanOrEqual(202);
    expect(
      found.passage.matches.map(([from, to]: [number, number]) => found.passage.text.slice(from, to)),
    ).toEqual(['lighthouse']);
    expect(Object.keys(found).at(-1)).toBe('passage');
    expect((await search('lighthouse')).json()[0]).not.toHaveProperty('passage');
  });

  it('is not there where a title, a name or an excerpt matches', async () => {
    await index(
      documentOf(3, { ...elsewhere, authorName: 'Ann Lighthouse' }),
      documentOf(3, { ...elsewhere, excerpt: 'A lighthouse' }),
      documentOf(3, { excerpt: 'Of the sea', title: 'Lighthouses' }),
    );
    const found = (await search('lighthouse', '&passages=1')).json();
    expect(found).toHaveLength(3);
    for (const each of found) expect(each).not.toHaveProperty('passage');
  });

  it('is not there of an article that is gone or has another text by now', async () => {
    await index(
      documentOf(4, { ...elsewhere, content: 'A lighthouse' }),
      documentOf(99, { ...elsewhere, content: 'A lighthouse' }),
      documentOf(3, { ...elsewhere, content: 'Zebras' }),
    );
    const found = [await search('lighthouse', '&passages=1'), await search('zebras', '&passages=1')].flatMap(
      (answer) => answer.json<{ id: number }[]>(),
    );
    expect(found.map(({ id }) => id)).toEqual([99, 4, 3]);
    for (const each of found) expect(each).not.toHaveProperty('passage');
  });
});

describe('an answer that was given', () => {
  it('is cached until the index changes, whatever the change names', async () => {
    expect(await ids('kept')).toEqual([]);
    await until(async () => {
      const before = double.asked.length;
      expect(await ids(' kept ')).toEqual([]);
      expect(double.asked.length).toBe(before);
    });
    const before = double.asked.length;
    await index(documentOf(1, { title: 'Kept' }));
    expect(await ids('kept')).toEqual([1]);
    expect(await ids('kept', '&limit=1')).toEqual([1]);
    expect(double.asked.length).toBe(before + 2);
  });

  it('is shared by those who ask the same at once', async () => {
    const before = double.asked.length;
    let goOn = () => {};
    const moment = new Promise<void>((resolve) => (goOn = resolve));
    double.behave(() => moment);
    const asking = Array.from({ length: 20 }, () => search('shared'));
    await until(() => expect(double.asked.length).toBe(before + 1));
    // Whoever came before this has asked by the time that it is answered.
    await system.get('/api/stats');
    double.behave();
    goOn();
    const all = await Promise.all(asking);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(double.asked.length).toBe(before + 1);
  });

  it('has a tag, by which it is 304 as long as it is the same', async () => {
    const first = await search('lighthouse');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await search('lighthouse', '', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'journal-position', 'link'])
      expect(again.headers[name]).toBe(first.headers[name]);
    const head = await system.service.app.inject({ method: 'HEAD', url: '/api/search?q=lighthouse' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag]);
  });

  it('has what its reader has written, where the index has it in time', async () => {
    expect(await ids('written')).toEqual([]);
    const position = String(steps + 1).padStart(12, '0');
    const waiting = until(async () => {
      const each = await search('written', '', { 'journal-position': position });
      expect(each.headers['cache-control']).toBe('no-cache');
      return each;
    });
    await index(documentOf(1, { title: 'Written' }));
    const answer = await waiting;
    expect(answer.json()).toMatchObject([{ id: 1 }]);
    expect(answer.headers['journal-position']).toBe(position);
  });

  it('comes without it where the index does not follow, is not to be kept, and leaves time to ask', async () => {
    const started = performance.now();
    const answer = await search('lighthouse', '', { 'journal-position': '999999999999' });
    expect(performance.now() - started).toBeLessThan(2_500);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

describe('any text', () => {
  it.each(strangeTexts)('is searched for: %j', async (text) => {
    for (const more of ['', '&passages=1&limit=20']) {
      const answer = await search(text, more);
      expect([answer.statusCode, Array.isArray(answer.json())]).toEqual([200, true]);
    }
  });

  it.each(['%ED%A0%80', '%ff', '%', '%zz', '%C0%80', 'x%ED%B0%80lighthouse'])(
    'that is no text is no fault: %s',
    async (raw) => {
      const answer = await system.get(`/api/search?q=${raw}`);
      expect(answer.statusCode).toBe(200);
    },
  );

  it.each([
    `q=${'a'.repeat(maxSearchLength + 1)}`,
    `q=${'a'.repeat(10_000)}`,
    `q=${encodeURIComponent('é'.repeat(1_500))}`,
    'q=a&q=b',
    'q=a&limit=0',
    'q=a&limit=21',
    'q=a&limit=1e1',
    'q=a&page=0',
    'q=a&page=11',
    'q=a&passages=0',
    'q=a&passages=',
    'q=a&offset=3',
  ])('is refused where it is too long or otherwise not a question: %.20s', async (query) => {
    const before = double.asked.length;
    const answer = await system.get(`/api/search?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
    expect(double.asked.length).toBe(before);
  });

  it.each([
    [`q=${'a'.repeat(201)}`, 'Search for at most 200 characters'],
    ['q=a&q=b', 'Search for one text at a time'],
    ['q=a&limit=0', 'Limit must be between 1 and 20'],
  ])('is refused with its reason: %.20s', async (query, message) => {
    expect((await system.get(`/api/search?${query}`)).json()).toMatchObject({ message });
  });
});
