import { Writable } from 'node:stream';
import { formerContributor, maxSearchLength } from '@journal/contracts';
import { SearchUnavailable } from '@journal/search';
import { until } from '@journal/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQuerySystem, useQuerySystem } from '../testing/query-system.ts';
import { createSearchDouble, documentOf } from '../testing/search-double.ts';

const double = createSearchDouble();
const logged: Record<string, unknown>[] = [];
const logStream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged.push(JSON.parse(chunk.toString()));
    done();
  },
});

const warnings = () => logged.filter(({ msg }) => msg === 'search failed');

const system = useQuerySystem({ search: double.engine, logStream, logLevel: 'warn' }, async () => {
  await system.tables.commit({ articles: [{ id: 1 }] });
  await system.untilReady();
  await until(async () => expect((await search('anything')).statusCode).toBe(200));
});
beforeEach(async () => {
  double.behave();
  await index(...[1, 2, 3, 4, 5, 6, 7].map((id) => documentOf(id, { title: `Lighthouse ${id}` })));
});

const content = `${'Nothing to see here. '.repeat(50)}A lighthouse stood there. ${'And so on. '.repeat(50)}`;

let steps = 0;
/** Replaces the documents of the index, and publishes their articles, each with the same text. */
async function index(...documents: ReturnType<typeof documentOf>[]) {
  double.documents.splice(0, double.documents.length, ...documents);
  const articles = documents.map((document) => ({ ...document, content, hiddenAt: null }));
  await system.tables.commit({ articles, topics: ['articles'] });
  const position = String(++steps).padStart(12, '0');
  await system.tables.search.moveTo(position);
  await until(async () => expect((await search('')).headers['journal-position']).toBe(position));
}
const search = (q: string, more = '', headers: Record<string, string> = {}) =>
  system.get(`/api/search?q=${encodeURIComponent(q)}${more}`, headers);
const ids = async (q: string, more = '') =>
  (await search(q, more)).json<{ id: number }[]>().map(({ id }) => id);

describe('search results', () => {
  it('have ordered fields and the positions of matches, with nothing marked in a forgotten byline', async () => {
    await index(
      documentOf(12, {
        title: 'The Lighthouse',
        authorName: 'Hugo Light',
        excerpt: 'Dark, then light',
        section: 'culture',
      }),
      documentOf(1, { title: 'Former days', authorName: null, authorAge: null }),
    );
    expect((await search('light')).body).toBe(
      JSON.stringify([
        {
          id: 12,
          title: 'The Lighthouse',
          section: 'culture',
          authorName: 'Hugo Light',
          authorAge: 15,
          excerpt: 'Dark, then light',
          cover: 'auto',
          createdAt: '2026-01-01T00:12:00.000Z',
          matches: { title: [[4, 9]], authorName: [[5, 10]], excerpt: [[11, 16]] },
        },
      ]),
    );
    expect((await search('former')).json()).toMatchObject([
      { authorName: formerContributor, authorAge: null, matches: { title: [[0, 6]], authorName: [] } },
    ]);
  });

  it.each(['', '?q=', '?q=%20%20', '?q=%21%3F%2C', '?q=%25_', '?q=%00', '?q=%0a%09', '?limit=3&page=2'])(
    'are empty without a query to the engine if there is no word: %s',
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
  ])(
    'with the query %j, contain the articles %j and have the Link header %s',
    async (more, expected, link) => {
      for (let round = 0; round < 2; round++) {
        expect(await ids('lighthouse', more)).toEqual(expected);
        expect((await search('lighthouse', more)).headers.link).toBe(link);
      }
    },
  );

  it('end at the tenth page', async () => {
    await index(...Array.from({ length: 30 }, (_, at) => documentOf(at + 1, { title: 'Lighthouse' })));
    expect((await search('lighthouse', '&limit=2&page=9')).headers.link).toContain('page=10');
    const last = await search('lighthouse', '&limit=2&page=10');
    expect(last.json()).toHaveLength(2);
    expect(last.headers.link).toBeUndefined();
  });

  it('link to the next page for any text', async () => {
    const text = ' "Lighthouse" & <b> \u{1f980}';
    expect((await search(text, '&limit=1')).headers.link).toBeUndefined();
    await index(...[1, 2].map((id) => documentOf(id, { title: 'B, a lighthouse' })));
    const link = String((await search(text, '&limit=1')).headers.link);
    const following = await system.get(/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? '');
    expect(following.json()).toMatchObject([{ id: 1 }]);
  });
});

describe('a passage', () => {
  const elsewhere = { title: 'Storms', excerpt: 'Of the sea' };

  it('is returned if nothing else matches, and only on request', async () => {
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

  it.each([
    [
      'if a title, a name or an excerpt matches',
      'lighthouse',
      [
        documentOf(4, { ...elsewhere, authorName: 'Ann Lighthouse' }),
        documentOf(3, { ...elsewhere, excerpt: 'A lighthouse' }),
        documentOf(5, { excerpt: 'Of the sea', title: 'Lighthouses' }),
      ],
    ],
    ['of an article whose text has changed', 'zebras', [documentOf(3, { ...elsewhere, content: 'Zebras' })]],
  ])('is not returned %s', async (_where, text, documents) => {
    await index(...documents);
    const found = (await search(text, '&passages=1')).json();
    expect(found).toHaveLength(documents.length);
    for (const each of found) expect(each).not.toHaveProperty('passage');
  });
});

describe('an article that has changed while the index does not follow, because it is being built,', () => {
  const change = (article: object) =>
    system.tables.commit({ articles: [{ id: 6, content, ...article }], topics: ['articles', 'article:6'] });

  it.each([
    ['hidden', { hiddenAt: '2026-02-01' }],
    ['deleted', { isDeleted: true }],
    ['erased', { title: null }],
  ])('is not found once it is %s', async (_how, fields) => {
    expect(await ids('lighthouse')).toEqual([7, 6, 5, 4, 3]);
    await change(fields as object);
    await until(async () => expect(await ids('lighthouse')).toEqual([7, 5, 4, 3]));
    expect(await ids('lighthouse', '&page=2')).toEqual([2, 1]);
  });

  it('has its present title and byline', async () => {
    const found = async () => (await search('lighthouse', '&limit=2')).json()[1];
    expect(await found()).toMatchObject({ title: 'Lighthouse 6', authorName: 'Writer', authorAge: 15 });
    await change({ title: 'A beacon', authorName: null, authorAge: null, authorSchool: null });
    const now = { title: 'A beacon', authorName: formerContributor, authorAge: null };
    await until(async () => expect(await found()).toMatchObject(now));
  });

  it('is not found by a name that was taken off', async () => {
    await index(documentOf(6, { authorName: 'Ada Sample' }), documentOf(5, { authorName: 'Ada Other' }));
    expect(await ids('ada')).toEqual([6, 5]);
    await change({ authorName: 'Name withheld', authorAge: null, authorSchool: null });
    await until(async () => expect(await ids('ada')).toEqual([5]));
    expect(await ids('title')).toEqual([6, 5]);
  });
});

describe('a search response', () => {
  it('is cached until the index changes', async () => {
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

  it('is shared by concurrent requests for the same search', async () => {
    const before = double.asked.length;
    const held = Promise.withResolvers<void>();
    double.behave(() => held.promise);
    const asking = Array.from({ length: 20 }, () => search('shared'));
    await until(() => expect(double.asked.length).toBe(before + 1));
    // By the time this is answered, all requests made before it have reached the service.
    await system.get('/api/stats');
    held.resolve();
    const all = await Promise.all(asking);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(double.asked.length).toBe(before + 1);
  });

  it('is 304 for an unchanged ETag, and HEAD returns the same ETag', async () => {
    const first = await search('lighthouse');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await search('lighthouse', '', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'journal-position', 'link'])
      expect(again.headers[name]).toBe(first.headers[name]);
    const head = await system.service.app.inject({ method: 'HEAD', url: '/api/search?q=lighthouse' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag]);
  });

  it('contains what the reader has written if the index reaches its position in time', async () => {
    expect(await ids('saxophone')).toEqual([]);
    const position = String(steps + 1).padStart(12, '0');
    const waiting = until(async () => {
      const each = await search('saxophone', '', { 'journal-position': position });
      expect(each.headers['cache-control']).toBe('no-cache');
      return each;
    });
    await index(documentOf(1, { title: 'Saxophone' }));
    const answer = await waiting;
    expect(answer.json()).toMatchObject([{ id: 1 }]);
    expect(answer.headers['journal-position']).toBe(position);
  });

  it('is sent in time with no-store if the index does not reach the reader’s position', async () => {
    const started = performance.now();
    const answer = await search('lighthouse', '', { 'journal-position': '999999999999' });
    expect(performance.now() - started).toBeLessThan(2_500);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

it.each(['%ED%A0%80', '%ff', '%', '%zz', '%C0%80', 'x%ED%B0%80lighthouse'])(
  'a search with invalid percent-encoding returns 200: %s',
  async (raw) => {
    expect((await system.get(`/api/search?q=${raw}`)).statusCode).toBe(200);
  },
);

const [tooLong, badLimit] = ['Search for at most 200 characters', 'Limit must be between 1 and 20'];
it.each([
  [`q=${'a'.repeat(maxSearchLength + 1)}`, tooLong],
  [`q=${'a'.repeat(10_000)}`, tooLong],
  [`q=${encodeURIComponent('é'.repeat(1_500))}`, tooLong],
  ['q=a&q=b', 'Search for one text at a time'],
  ['q=a&limit=0', badLimit],
  ['q=a&limit=21', badLimit],
  ['q=a&limit=1e1', badLimit],
  ['q=a&page=0', /./],
  ['q=a&page=11', /./],
  ['q=a&passages=0', /./],
  ['q=a&passages=', /./],
  ['q=a&offset=3', /./],
])(
  'a search that is too long or invalid returns 400 without a query to the engine: %.20s',
  async (query, message) => {
    const before = double.asked.length;
    const answer = await system.get(`/api/search?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
    expect(answer.json().message).toMatch(message);
    expect(double.asked.length).toBe(before);
  },
);

let texts = 0;
/** Searches for a text that was not searched for before. */
const searchAnew = (more = '', headers: Record<string, string> = {}) =>
  search(`lighthouse ${'!'.repeat(++texts)}`, more, headers);
async function expectFailure(answer: Awaited<ReturnType<typeof search>>) {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  expect(answer.json()).toMatchObject({ code: 'search-unavailable', message: 'Search failed' });
}
async function expectRecovery() {
  double.behave();
  const answer = await searchAnew();
  expect([answer.statusCode, answer.json()]).toMatchObject([200, [{ id: 7 }, {}, {}, {}, {}]]);
}
async function timed<Result>(work: Promise<Result>) {
  const begun = performance.now();
  return { result: await work, took: performance.now() - begun };
}
/** Two seconds, plus what a busy machine adds. */
const generous = 2_500;
const failWith = (error: Error) => () => Promise.reject(error);

describe('a failing engine', () => {
  it.each([
    ['is away', new SearchUnavailable('no answer')],
    ['has no index yet', Object.assign(new Error('relation is not there'), { code: '42P01' })],
    ['has no schema yet', Object.assign(new Error('schema is not there'), { code: '3F000' })],
    ['has lost the database', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['waits too long for the database', new Error('Query read timeout')],
    ['waits for a connection', new Error('timeout exceeded when trying to connect')],
  ])('returns 503 with Retry-After if it %s, and recovers', async (_why, error) => {
    double.behave(failWith(error));
    await expectFailure(await searchAnew());
    await expectFailure(await searchAnew('&passages=1'));
    await expectRecovery();
  });

  it('is logged as a warning with the reason, and a bug returns 500 instead of 503', async () => {
    double.behave(failWith(new TypeError('x is not a function')));
    const answer = await searchAnew();
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    expect(warnings()[0]).toMatchObject({ level: 40, reason: 'no answer' });
    await expectRecovery();
  });

  it('does not affect cached results', async () => {
    await until(async () => {
      const before = double.asked.length;
      expect(await ids('lighthouse', '&limit=1')).toEqual([7]);
      expect(double.asked.length).toBe(before);
    });
    double.behave(failWith(new SearchUnavailable('away')));
    await until(async () => expect(await ids('lighthouse', '&limit=1')).toEqual([7]));
  });
});

describe('a hanging engine', () => {
  it('fails all searches within 2 s, even after waiting for a write, and does not delay pages', async () => {
    double.behave(() => new Promise(() => {}));
    const [one, same, later, waiting, page] = await Promise.all([
      timed(search('hanging')),
      timed(search('hanging')),
      timed(searchAnew('&passages=1')),
      timed(searchAnew('', { 'journal-position': '999999999999' })),
      timed(system.get('/api/articles/1')),
    ]);
    for (const { result, took } of [one, same, later, waiting]) {
      await expectFailure(result);
      expect(took).toBeLessThan(generous);
    }
    expect(waiting.took - one.took).toBeLessThan(550);
    expect(page.result.statusCode).toBe(200);
    expect(page.took).toBeLessThan(one.took / 2);
    double.behave();
    expect((await search('hanging')).statusCode).toBe(200);
  });

  it('makes excess searches fail immediately, but not pages, and recovers', async () => {
    const held = Promise.withResolvers<void>();
    double.behave(() => held.promise);
    const before = double.asked.length;
    const flood = Array.from({ length: 150 }, () => searchAnew());
    await expectFailure(await Promise.race(flood));
    expect((await system.get('/api/articles')).statusCode).toBe(200);
    expect(double.asked.length - before).toBeLessThan(10);
    held.resolve();
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    await expectRecovery();
  });
});

it.each(['silence', 'shut', 'hold'] as const)(
  'a search returns 503 within 2 s without a usable database (%s), and recovers automatically',
  async (how) => {
    await index(documentOf(3, { title: 'Storms', content: 'A lighthouse' }));
    const expectPassage = async () =>
      expect((await searchAnew('&passages=1')).json()).toMatchObject([{ passage: {} }]);
    await until(expectPassage);
    system.gate[how]();
    const { result, took } = await timed(searchAnew('&passages=1'));
    expect(took).toBeLessThan(generous);
    await expectFailure(result);
    system.gate.open();
    await until(expectPassage);
  },
);

async function figures(from = system) {
  const { body } = await from.get('/metrics');
  const lines = body.matchAll(/^journal_(search(?:es)?_[^ ]+?)\{([^}]*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, labels = '', value]) => [
      [name, /outcome="(\w+)"/.exec(labels)?.[1]].filter(Boolean).join(' '),
      Number(value),
    ]),
  );
}

it('metrics report search outcomes, the engine’s time and the lag of the index', async () => {
  const before = await figures();
  await searchAnew();
  await search('nowhere');
  await search('nowhere');
  double.behave(failWith(new SearchUnavailable('away')));
  await searchAnew();
  const after = await figures();
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  const outcomes = ['found', 'nothing', 'failed'].map((outcome) => more(`searches_total ${outcome}`));
  expect(outcomes).toEqual([1, 2, 1]);
  expect(more('search_seconds_count')).toBeGreaterThanOrEqual(3);
  let position = '';
  while (position <= String(steps).padStart(12, '0')) position = await system.tables.commit({});
  await until(async () => expect((await figures())['search_index_lag_seconds']).toBeGreaterThan(0));
  await system.tables.search.moveTo(position);
  await until(async () => expect((await figures())['search_index_lag_seconds']).toBe(0));
});

it('searches fail with a single warning until the index exists, while the service is ready', async () => {
  const engine = createSearchDouble();
  const early = await createQuerySystem({
    search: engine.engine,
    logStream,
    logLevel: 'warn',
    begin: (tables) => tables.pool.query("delete from projections.checkpoint where name = 'search'"),
  });
  await early.tables.commit({ articles: [{ id: 1 }] });
  await early.untilReady();
  const before = warnings().length;
  const failed = await Promise.all(['a', 'b', 'c', 'd'].map((q) => early.get(`/api/search?q=${q}`)));
  for (const answer of failed) await expectFailure(answer);
  expect(warnings()).toHaveLength(before + 1);
  expect((await early.get('/api/search?q=')).statusCode).toBe(200);
  expect(engine.asked).toEqual([]);
  expect(await figures(early)).toMatchObject({ search_index_ready: 0 });
  await early.tables.addCheckpoint('search_v1');
  await until(async () => expect((await early.get('/api/search?q=lighthouse')).json()).toEqual([]));
  expect(await figures(early)).toMatchObject({ search_index_ready: 1 });
  await early.close();
});

it('the engine is closed when the service stops', async () => {
  const search = createSearchDouble();
  const { close } = await createQuerySystem({ search: search.engine });
  expect(search.isClosed).toBe(false);
  await close();
  expect(search.isClosed).toBe(true);
});
