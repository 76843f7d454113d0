import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQuerySide, type QuerySide } from './testing/query-side.ts';

let side: QuerySide;
afterEach(() => side.close());

const readiness = async () => {
  const answer = await side.get('/health/ready');
  return {
    status: answer.statusCode,
    ...answer.json<{ dependencies: Record<string, string> }>().dependencies,
  };
};

describe('before the worker has made the tables', () => {
  it('every route answers 503 with when to come back, and all is well once they are there', async () => {
    side = await createQuerySide({ isBuilt: false });
    for (const url of ['/api/articles', '/api/articles?limit=1', '/api/articles/1', '/api/stats']) {
      const answer = await side.get(url);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toBeTruthy();
    }
    expect(await readiness()).toEqual({
      status: 503,
      database: 'ok',
      'read-side': 'unavailable (catching up)',
    });
    await side.tables.build();
    expect((await side.get('/api/articles')).json()).toEqual([]);
    expect((await readiness()).status).toBe(503);
    await side.tables.commit({ articles: [{ id: 1 }] });
    await side.untilReady();
    expect((await side.get('/api/articles/1')).statusCode).toBe(200);
  });
});

describe('while the database is away', () => {
  it('answers 503, says so, and comes back by itself', async () => {
    side = await createQuerySide();
    const position = await side.tables.commit({ articles: [{ id: 1, title: 'Before' }] });
    await side.untilReady();
    expect((await side.get('/api/articles/1', { 'journal-position': position })).statusCode).toBe(200);
    await side.proxy.cut();
    await vi.waitFor(async () => {
      const answer = await side.get('/api/articles/1');
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    });
    expect(await readiness()).toMatchObject({ status: 503 });
    await side.proxy.restore();
    await side.untilReady();
    await side.tables.commit({ articles: [{ id: 1, title: 'After' }], topics: ['article:1'] });
    await vi.waitFor(async () => expect((await side.get('/api/articles/1')).json().title).toBe('After'));
  });
});

describe('stopping', () => {
  it('works twice, and before anything has been reached', async () => {
    side = await createQuerySide({ isBuilt: false });
    await Promise.all([side.service.stop(), side.service.stop()]);
    await side.service.stop();
  });
});
