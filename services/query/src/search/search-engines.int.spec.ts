import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxSearchLength } from '@journal/contracts';
import { until } from '@journal/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { documentOf } from '../testing/search-double.ts';

/** Texts that make no sense, but that a search must accept. */
const strangeTexts: readonly string[] = [
  "'; drop table articles_v3.article; --",
  `" or 1=1 --`,
  '%',
  '_____',
  'light%',
  'a & !b | (c <-> d):*',
  "to_tsquery('x')",
  '"quoted phrase" -minus',
  '\\',
  '$1 $2 {x}',
  'id = 1 AND title EXISTS',
  '\0',
  'nul\0inside',
  '\u0001\u001b[31m\u007f',
  '\ufeff\u200b\u202e',
  '\u{1f469}\u200d\u{1f467}',
  'क्षत्रिय 学校 โรงเรียน',
  'a'.repeat(maxSearchLength),
  '\u{20000}'.repeat(maxSearchLength),
];

async function expectFailureInTime(query: Promise<Awaited<ReturnType<QuerySystem['get']>>>) {
  const begun = performance.now();
  const answer = await query;
  expect(performance.now() - begun).toBeLessThan(2_500);
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'search-unavailable']);
  expect(answer.headers['retry-after']).toBe('1');
}

describe('the embedded engine', () => {
  let system: QuerySystem;

  beforeAll(async () => {
    system = await createQuerySystem({ begin: buildIndex });
    await publish(1, 'The old lighthouse', 'Nobody has kept its lamp since the storm.');
    await system.untilReady();
    await until(async () => expect((await search('anything')).statusCode).toBe(200));
  });
  afterAll(() => system.close());

  const buildIndex = ({ search: { index } }: QuerySystem['tables']) =>
    index.build((async function* () {})(), (swap) => swap(), new AbortController().signal);
  const search = (q: string, headers: Record<string, string> = {}, more = '&passages=1') =>
    system.get(`/api/search?q=${encodeURIComponent(q)}${more}`, headers);
  /**
   * Resolves with the results once the index has reached the position, which takes several attempts on a busy machine.
   */
  const found = async (q: string, position?: string) => {
    const answer = await until(async () => {
      const each = await search(q, position === undefined ? {} : { 'journal-position': position });
      expect([each.statusCode, each.headers['cache-control']]).toEqual([200, 'no-cache']);
      return each;
    });
    return answer.json<{ id: number; passage?: { text: string } }[]>();
  };

  /** Publishes as a worker does: first to the articles' tables, then to the index. */
  async function publish(id: number, title: string, content: string): Promise<string> {
    const position = await system.tables.commit({
      articles: [{ id, title, content }],
      topics: ['articles'],
    });
    await system.tables.search.commit(position, { documents: [documentOf(id, { title, content })] });
    return position;
  }

  it('reflects a publication, change or deletion to readers who have its position', async () => {
    const waiting = found('zeppelin', system.tables.nextPosition);
    await publish(20, 'The zeppelin', 'It flies.');
    expect((await waiting).map(({ id }) => id)).toEqual([20]);
    for (let round = 0; round < 5; round++) {
      const [first, second] = [`Windmill ${round}`, `Watermill ${round}`];
      const id = 10 + round;
      const published = await publish(id, first, 'It turns.');
      expect((await found(first, published)).map((each) => each.id)).toEqual([id]);
      const changed = await publish(id, second, 'It turns.');
      expect(await found(first, changed)).toEqual([]);
      expect((await found(second, changed)).map((each) => each.id)).toEqual([id]);
      const deleted = await system.tables.commit({
        articles: [{ id, isDeleted: true }],
        topics: ['articles'],
      });
      await system.tables.search.commit(deleted, { deletedIds: [id] });
      expect(await found(second, deleted)).toEqual([]);
    }
  });

  it('tolerates typos, and returns the passage that matches', async () => {
    expect(await found('ligthouse')).toMatchObject([{ id: 1, matches: { title: [[8, 18]] } }]);
    const [{ passage } = {}] = await found('strom lamp');
    expect(passage).toEqual({
      text: 'Nobody has kept its lamp since the storm.',
      matches: [20, 35].map((from, at) => [from, from + 4 + at]),
    });
  });

  it.each(strangeTexts)('accepts any text: %j', async (text) => {
    for (const more of ['', '&passages=1&limit=20']) {
      const answer = await search(text, {}, more);
      expect([answer.statusCode, Array.isArray(answer.json())]).toEqual([200, true]);
    }
  });

  it('returns 503 within 2 s if the database hangs or is unreachable, and recovers automatically', async () => {
    // Silence first: it lets connections through that an earlier failed search is still opening.
    for (const [round, how] of (['silence', 'shut', 'hold'] as const).entries()) {
      const text = `lighthouse ${'!'.repeat(round)}`;
      system.gate[how]();
      await expectFailureInTime(search(text));
      system.gate.open();
      await until(async () => expect(await found(text)).toMatchObject([{ id: 1 }]));
    }
  });

  it('returns 503 without its tables, and recovers once they are rebuilt', async () => {
    await system.tables.pool.query('drop schema search_v1 cascade');
    expect((await search('old lighthouse')).json()).toMatchObject({ code: 'search-unavailable' });
    await buildIndex(system.tables);
    const position = await publish(1, 'The old lighthouse', 'Nobody is there.');
    expect(await found('lighthouse', position)).toMatchObject([{ id: 1 }]);
  });
});

it('the Meilisearch at SEARCH_URL is queried, and abandoned within 2 s if it does not answer', async () => {
  const asked: string[] = [];
  const hanging = createServer((request) => void asked.push(String(request.url)));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const system = await createQuerySystem({
    searchUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
    begin: (tables) => tables.addCheckpoint('meili_search_v1'),
  });
  await system.tables.commit({ articles: [{ id: 1 }] });
  await system.untilReady();
  await until(async () => {
    await expectFailureInTime(system.get('/api/search?q=lighthouse'));
    expect(asked).not.toEqual([]);
  });
  expect((await system.get('/api/articles/1')).statusCode).toBe(200);
  await system.close();
  hanging.closeAllConnections();
  hanging.close();
});
