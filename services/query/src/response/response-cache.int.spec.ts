import { until } from '@journal/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useQuerySystem } from '../testing/query-system.ts';

const system = useQuerySystem({}, async () => {
  await system.tables.commit({ articles: [{ id: 1 }, { id: 2 }, { id: 3 }] });
});

const all = ['articles', 'article:1', 'article:2', 'article:3', 'section:view', 'featured', 'stats'];
const figure = async (name: string) => {
  const { body } = await system.get('/metrics');
  return Number(new RegExp(`^journal_answers_kept_${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(body)?.[1]);
};
const hits = () => figure('hits');

describe('cached responses', () => {
  it('are sent again without reading the tables', async () => {
    // On a busy machine, a first read may take longer than the one second for which it may be cached.
    await until(async () => {
      const first = await system.get('/api/articles?limit=3&fields=card');
      const before = await hits();
      const second = await system.get('/api/articles?fields=card&limit=3');
      expect(second.body).toBe(first.body);
      expect(await hits()).toBe(before + 1);
    });
  });

  it('are dropped only by changes that name their topics', async () => {
    await system.get('/api/articles/1');
    await system.get('/api/articles/2');
    const before = await hits();
    const position = await system.tables.commit({
      articles: [{ id: 1, title: 'Changed' }],
      topics: ['articles', 'article:1'],
    });
    const one = await system.get('/api/articles/1', { 'journal-position': position });
    expect(one.json().title).toBe('Changed');
    expect(await hits()).toBe(before);
    const two = await system.get('/api/articles/2');
    expect(two.headers['journal-position']).toBe(position);
    expect(await hits()).toBe(before + 1);
  });
});

describe('a change whose notification is missed', () => {
  it('is visible within 1 s if its notification is lost', async () => {
    await system.get('/api/articles/1');
    await system.tables.commit({ articles: [{ id: 1, title: 'Missed' }], isSilent: true });
    const committed = performance.now();
    await until(async () => expect((await system.get('/api/articles/1')).json().title).toBe('Missed'));
    expect(performance.now() - committed).toBeLessThan(1_000);
  });

  it('is visible within 1 s if the listening connection is cut', async () => {
    for (let round = 0; round < 3; round++) {
      await system.get('/api/articles/1');
      expect(await system.endConnections('%listener')).toBe(1);
      await system.tables.commit({ articles: [{ id: 1, title: `Cut ${round}` }], topics: all });
      const committed = performance.now();
      await until(async () =>
        expect((await system.get('/api/articles/1')).json().title).toBe(`Cut ${round}`),
      );
      expect(performance.now() - committed).toBeLessThan(1_000);
      await until(async () => {
        const before = await hits();
        await system.get('/api/articles/1');
        await system.get('/api/articles/1');
        expect(await hits()).toBeGreaterThan(before);
      });
    }
  });
});

it('a read with the position of a change never returns older state, in any interleaving', async () => {
  const urls = [
    '/api/articles/1',
    '/api/articles?limit=3',
    '/api/articles',
    '/api/articles/section/view?limit=2',
  ];
  let version = 0;
  const written: { position: string; version: number }[] = [];
  const versionIn = (body: string) => Number(/"title":"v(\d+)"/.exec(body)?.[1]);

  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('write'), isSilent: fc.boolean() }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('read'),
        url: fc.constantFrom(...urls),
        isFresh: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut') }) },
  );

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      async (rounds) => {
        for (const round of rounds)
          await Promise.all(
            round.map(async (each) => {
              if (each.kind === 'write' && 'isSilent' in each) {
                const mine = ++version;
                const position = await system.tables.commit({
                  articles: [1, 2, 3].map((id) => ({ id, title: `v${mine}` })),
                  topics: all,
                  isSilent: each.isSilent,
                });
                written.push({ position, version: mine });
              } else if (each.kind === 'cut') {
                await system.endConnections('%listener');
              } else if ('url' in each) {
                const known = each.isFresh ? written.at(-1) : undefined;
                const answer = await system.get(
                  each.url,
                  known ? { 'journal-position': known.position } : {},
                );
                expect(answer.statusCode).toBe(200);
                const position = String(answer.headers['journal-position']);
                const seen = versionIn(answer.body);
                if (known) expect(seen).toBeGreaterThanOrEqual(known.version);
                for (const write of written)
                  if (write.position <= position) expect(seen).toBeGreaterThanOrEqual(write.version);
              }
            }),
          );
      },
    ),
    { numRuns: 25 },
  );
});
