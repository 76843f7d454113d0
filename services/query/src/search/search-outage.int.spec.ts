import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { SearchUnavailable } from '@journal/search';
import { until } from '@journal/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { createSearchDouble, documentOf, type SearchDouble } from '../testing/search-double.ts';

let system: QuerySystem;
let double: SearchDouble;
let texts = 0;
/** Two seconds, and what a busy machine adds to them. */
const generous = 2_500;

async function open() {
  double = createSearchDouble();
  double.documents.push(documentOf(1, { title: 'Lighthouse' }));
  system = await createQuerySystem({ search: double.engine });
  await system.tables.commit({ articles: [{ id: 1 }] });
  await system.untilReady();
  await until(async () => expect((await search()).statusCode).toBe(200));
}
/** For tests that leave it as well as it was. */
function onOneSide() {
  beforeAll(open);
  beforeEach(() => double.behave());
  afterAll(() => system.close());
}
function onSidesOfTheirOwn() {
  beforeEach(open);
  afterEach(() => system.close());
}

/** A search that was not made before. */
const search = (more = '', headers: Record<string, string> = {}) =>
  system.get(`/api/search?q=lighthouse%20${'!'.repeat(++texts)}${more}`, headers);

async function expectFailure(answer: Awaited<ReturnType<typeof search>>) {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
  expect(answer.json()).toMatchObject({ code: 'search-unavailable', message: 'Search failed' });
}
async function expectRecovery() {
  double.behave();
  const answer = await search();
  expect([answer.statusCode, answer.json()]).toMatchObject([200, [{ id: 1 }]]);
}
async function timed<Result>(work: Promise<Result>) {
  const begun = performance.now();
  return { result: await work, took: performance.now() - begun };
}
const never = () => new Promise(() => {});
const failWith = (error: Error) => () => Promise.reject(error);

describe('an engine that fails', () => {
  onOneSide();

  it.each([
    ['is away', new SearchUnavailable('no answer')],
    ['has no index yet', Object.assign(new Error('relation is not there'), { code: '42P01' })],
    ['has no schema yet', Object.assign(new Error('schema is not there'), { code: '3F000' })],
    ['has lost the database', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['waits too long for the database', new Error('Query read timeout')],
    ['waits for a connection', new Error('timeout exceeded when trying to connect')],
  ])('because it %s: 503 with when to come back, and all is well afterwards', async (_why, error) => {
    double.behave(failWith(error));
    await expectFailure(await search());
    await expectFailure(await search('&passages=1'));
    await expectRecovery();
  });

  it('by a bug answers 500, not 503', async () => {
    double.behave(failWith(new TypeError('x is not a function')));
    const answer = await search();
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    await expectRecovery();
  });

  it('keeps nobody from what was found before', async () => {
    const [url, title] = ['/api/search?q=lighthouse', 'Lighthouse'];
    await until(async () => {
      const before = double.asked.length;
      expect((await system.get(url)).json()).toMatchObject([{ title }]);
      expect(double.asked.length).toBe(before);
    });
    double.behave(failWith(new SearchUnavailable('away')));
    await until(async () => expect((await system.get(url)).json()).toMatchObject([{ title }]));
  });
});

describe('an engine that hangs', () => {
  onOneSide();

  it('is given up within 2 s, for everybody who asks, and pages do not wait for it', async () => {
    double.behave(never);
    const [one, same, later, page] = await Promise.all([
      timed(system.get('/api/search?q=hanging')),
      timed(system.get('/api/search?q=hanging')),
      timed(search('&passages=1')),
      timed(system.get('/api/articles/1')),
    ]);
    for (const { result, took } of [one, same, later]) {
      await expectFailure(result);
      expect(took).toBeLessThan(generous);
    }
    expect(page.result.statusCode).toBe(200);
    expect(page.took).toBeLessThan(one.took / 2);
    double.behave();
    expect((await system.get('/api/search?q=hanging')).statusCode).toBe(200);
  });

  it('is given up no later where the reader waits for a write first', async () => {
    double.behave(never);
    const [usual, waiting] = await Promise.all([
      timed(search()),
      timed(search('', { 'journal-position': '999999999999' })),
    ]);
    await expectFailure(waiting.result);
    expect(waiting.took).toBeLessThan(generous);
    expect(waiting.took - usual.took).toBeLessThan(550);
    await expectRecovery();
  });

  it('goes on for those who come later', async () => {
    let goOn = () => {};
    const moment = new Promise<void>((resolve) => (goOn = resolve));
    double.behave(() => moment);
    const asked = double.asked.length;
    const first = system.get('/api/search?q=lighthouse%20later');
    await until(() => expect(double.asked.length).toBe(asked + 1));
    const second = system.get('/api/search?q=lighthouse%20later');
    goOn();
    expect((await second).statusCode).toBe(200);
    expect((await first).statusCode).toBe(200);
    expect(double.asked.length).toBe(asked + 1);
  });
});

describe('the log', () => {
  it('has one warning for all searches of an outage', async () => {
    const lines: Record<string, unknown>[] = [];
    double = createSearchDouble();
    const logStream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()));
        done();
      },
    });
    system = await createQuerySystem({ search: double.engine, logStream, logLevel: 'warn' });
    try {
      await system.tables.commit({ articles: [{ id: 1 }] });
      await system.untilReady();
      await until(async () => expect((await search()).statusCode).toBe(200));
      lines.length = 0;
      double.behave(failWith(new SearchUnavailable('no answer')));
      for (let count = 0; count < 5; count++) await expectFailure(await search());
      expect(lines).toMatchObject([{ level: 40, msg: 'searches fail', err: { message: 'no answer' } }]);
    } finally {
      await system.close();
    }
  });
});

describe('the way to the database', () => {
  onSidesOfTheirOwn();

  it.each(['shut', 'hold', 'silence'] as const)(
    'that is %s: 503 within 2 s, and back by itself',
    async (how) => {
      double.documents.push(documentOf(1, { content: 'A lighthouse' }));
      double.documents.shift();
      await system.tables.commit({ articles: [{ id: 1, content: 'A lighthouse' }] });
      expect((await search('&passages=1')).json()).toMatchObject([{ passage: { text: 'A lighthouse' } }]);
      system.gate[how]();
      const { result, took } = await timed(search('&passages=1'));
      expect(took).toBeLessThan(generous);
      await expectFailure(result);
      system.gate.open();
      await until(async () => expect((await search('&passages=1')).json()).toMatchObject([{ passage: {} }]));
    },
  );
});

describe('before the index is there', () => {
  afterEach(() => system.close());

  it('the search says that it failed, and the service is ready for all else', async () => {
    double = createSearchDouble();
    system = await createQuerySystem({ search: double.engine, begin: (tables) => tables.search.remove() });
    await system.tables.commit({ articles: [{ id: 1 }] });
    await system.untilReady();
    await expectFailure(await search());
    expect((await system.get('/api/search?q=')).statusCode).toBe(200);
    expect(double.asked).toEqual([]);
    expect(await figures()).toMatchObject({ search_index_ready: 0 });
    await system.tables.search.build();
    await until(async () => expect((await search()).json()).toEqual([]));
    expect(await figures()).toMatchObject({ search_index_ready: 1 });
  });
});

async function figures() {
  const { body } = await system.get('/metrics');
  const lines = body.matchAll(/^journal_(search(?:es)?_[^ ]+?)\{([^}]*)\} (\S+)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, labels = '', value]) => [
      [name, /outcome="(\w+)"/.exec(labels)?.[1]].filter(Boolean).join(' '),
      Number(value),
    ]),
  );
}

describe('a service', () => {
  onSidesOfTheirOwn();

  it('has metrics of outcomes, of the time that the engine took, and of the lag of the index', async () => {
    const before = await figures();
    await search();
    await system.get('/api/search?q=nowhere');
    await system.get('/api/search?q=nowhere');
    double.behave(failWith(new SearchUnavailable('away')));
    await search();
    const after = await figures();
    const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    expect(['found', 'nothing', 'failed'].map((outcome) => more(`searches_total ${outcome}`))).toEqual([
      1, 2, 1,
    ]);
    expect(more('search_seconds_count')).toBeGreaterThanOrEqual(3);
    const position = await system.tables.commit({ articles: [{ id: 2 }] });
    await until(async () => expect((await figures())['search_index_lag_seconds']).toBeGreaterThan(0));
    await system.tables.search.moveTo(position);
    await until(async () => expect((await figures())['search_index_lag_seconds']).toBe(0));
  });

  it('that stops closes its engine', async () => {
    expect(double.isClosed).toBe(false);
    await system.service.stop();
    expect(double.isClosed).toBe(true);
  });
});

describe('more searches than can be answered', () => {
  onOneSide();

  it('are rejected at once, pages are not, and all is well afterwards', async () => {
    const held = Promise.withResolvers<void>();
    double.behave(() => held.promise);
    const before = double.asked.length;
    const flood = Array.from({ length: 150 }, (_, index) =>
      system.get(`/api/search?q=lighthouse%20${'%3F'.repeat(index + 1)}`),
    );
    await expectFailure(await Promise.race(flood));
    expect((await system.get('/api/articles')).statusCode).toBe(200);
    expect(double.asked.length - before).toBeLessThan(10);
    held.resolve();
    const codes = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    await expectRecovery();
  });
});

describe('a Meilisearch that hangs', () => {
  const asked: string[] = [];
  /** Takes every request and answers none. */
  const hanging = createServer((request) => void asked.push(String(request.url)));
  afterEach(async () => {
    await system.close();
    hanging.closeAllConnections();
    hanging.close();
  });

  it('the engine that SEARCH_URL names is asked, and given up within 2 s where it does not answer', async () => {
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    system = await createQuerySystem({
      searchUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
      begin: (tables) => tables.search.build('meili_search_v1'),
    });
    await system.tables.commit({ articles: [{ id: 1 }] });
    await system.untilReady();
    await until(async () => {
      const begun = performance.now();
      const answer = await system.get('/api/search?q=lighthouse');
      expect(performance.now() - begun).toBeLessThan(2_500);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'search-unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
      expect(asked).not.toEqual([]);
    });
    expect((await system.get('/api/articles/1')).statusCode).toBe(200);
  });
});
