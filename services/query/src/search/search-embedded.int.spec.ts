import { schemaOf } from '@journal/read-models';
import { searchModel } from '@journal/search';
import { until } from '@journal/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { documentOf, strangeTexts } from '../testing/search-double.ts';

let system: QuerySystem;

beforeAll(async () => {
  system = await createQuerySystem({ begin: (tables) => tables.search.buildIndex() });
  await publish(1, 'The old lighthouse', 'Nobody has kept its lamp since the storm.');
  await system.untilReady();
  await until(async () => expect((await search('anything')).statusCode).toBe(200));
});
afterAll(() => system.close());

const search = (q: string, position?: string) =>
  system.get(
    `/api/search?q=${encodeURIComponent(q)}&passages=1`,
    position === undefined ? {} : { 'journal-position': position },
  );
/** What is told once the index has got as far as the position, which a busy machine may not be in time for. */
const found = async (q: string, position?: string) => {
  const answer = await until(async () => {
    const each = await search(q, position);
    expect([each.statusCode, each.headers['cache-control']]).toEqual([200, 'no-cache']);
    return each;
  });
  return answer.json<{ id: number; passage?: { text: string } }[]>();
};

/** As a worker does: into the articles' tables, and then into the index. */
async function publish(id: number, title: string, content: string): Promise<string> {
  const position = await system.tables.commit({ articles: [{ id, title, content }], topics: ['articles'] });
  await system.tables.search.commit(position, { documents: [documentOf(id, { title, content })] });
  return position;
}

describe('with the embedded engine', () => {
  it('what was published, changed and deleted is found as it is by whoever has the position of that', async () => {
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

  it('whoever waits for a position is answered once the index has it', async () => {
    const waiting = found('zeppelin', system.tables.nextPosition);
    await publish(20, 'The zeppelin', 'It flies.');
    expect((await waiting).map(({ id }) => id)).toEqual([20]);
  });

  it('is found with errors, and shown where in the text it is', async () => {
    expect(await found('ligthouse')).toMatchObject([{ id: 1, matches: { title: [[8, 18]] } }]);
    expect(await found('strom lamp')).toMatchObject([
      {
        id: 1,
        passage: {
          text: 'Nobody has kept its lamp since the storm.',
          matches: [
            [20, 24],
            [35, 40],
          ],
        },
      },
    ]);
  });

  it.each(strangeTexts)('any text is searched for: %j', async (text) => {
    expect((await search(text)).statusCode).toBe(200);
  });

  it('that is stuck or away answers 503 within 2 s, and recovers by itself', async () => {
    // Silence first: it lets those connections pass that a search which failed before is still opening.
    for (const [round, how] of (['silence', 'shut', 'hold'] as const).entries()) {
      system.gate[how]();
      const begun = performance.now();
      const answer = await search(`lighthouse ${'!'.repeat(round)}`);
      expect(performance.now() - begun).toBeLessThan(2_500);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'search-unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
      system.gate.open();
      await until(async () =>
        expect(await found(`lighthouse ${'!'.repeat(round)}`)).toMatchObject([{ id: 1 }]),
      );
    }
  });

  it('answers 503 without its tables, and recovers once they are there again', async () => {
    await system.tables.pool.query(`drop schema ${schemaOf(searchModel)} cascade`);
    expect((await search('old lighthouse')).json()).toMatchObject({ code: 'search-unavailable' });
    await system.tables.search.buildIndex();
    const position = await publish(1, 'The old lighthouse', 'Nobody is there.');
    expect(await found('lighthouse', position)).toMatchObject([{ id: 1 }]);
  });
});
