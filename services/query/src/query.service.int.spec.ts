import { routes as table } from '@journal/contracts';
import { routesOf } from '@journal/service-kit';
import { faultOfRefusal, strangeRequests, until } from '@journal/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem, sampleToken } from './testing/query-system.ts';
import { createSearchDouble } from './testing/search-double.ts';

let system: QuerySystem;
afterEach(() => system.close());

const readiness = async () => {
  const answer = await system.get('/health/ready');
  return {
    status: answer.statusCode,
    ...answer.json<{ dependencies: Record<string, string> }>().dependencies,
  };
};

describe('before the worker has made the tables', () => {
  it('every route answers 503 with when to come back, and all is well once they are there', async () => {
    system = await createQuerySystem({ isBuilt: false });
    for (const url of ['/api/articles', '/api/articles?limit=1', '/api/articles/1', '/api/stats']) {
      const answer = await system.get(url);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toBeTruthy();
    }
    await until(async () =>
      expect(await readiness()).toEqual({
        status: 503,
        database: 'ok',
        'read-side': 'unavailable (no worker has made its tables yet)',
      }),
    );
    await system.tables.build();
    expect((await system.get('/api/articles')).json()).toEqual([]);
    await until(async () =>
      expect(await readiness()).toMatchObject({ status: 503, 'read-side': 'unavailable (catching up)' }),
    );
    await system.tables.commit({ articles: [{ id: 1 }] });
    await system.untilReady();
    expect((await system.get('/api/articles/1')).statusCode).toBe(200);
  });
});

describe('while the database is away', () => {
  it('answers 503, says so, and comes back by itself', async () => {
    system = await createQuerySystem();
    const position = await system.tables.commit({ articles: [{ id: 1, title: 'Before' }] });
    await system.untilReady();
    expect((await system.get('/api/articles/1', { 'journal-position': position })).statusCode).toBe(200);
    system.gate.shut();
    await until(async () => {
      const answer = await system.get('/api/articles/1');
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    });
    expect(await readiness()).toMatchObject({ status: 503 });
    system.gate.open();
    await system.untilReady();
    await system.tables.commit({ articles: [{ id: 1, title: 'After' }], topics: ['article:1'] });
    await until(async () => expect((await system.get('/api/articles/1')).json().title).toBe('After'));
  });
});

describe('while the way to the database is stuck', () => {
  it('sends nothing older than a second, and goes on when it is free', async () => {
    system = await createQuerySystem();
    await system.tables.commit({ articles: [{ id: 1, title: 'Before' }] });
    await system.untilReady();
    await system.get('/api/articles/1');
    system.gate.hold();
    await system.tables.commit({ articles: [{ id: 1, title: 'After' }], topics: ['article:1'] });
    const committed = performance.now();
    let lastStale = committed;
    await until(async () => {
      const answer = await system.get('/api/articles/1');
      if (answer.statusCode === 200) lastStale = performance.now();
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    });
    expect(lastStale - committed).toBeLessThan(1_000);
    system.gate.open();
    await until(async () => expect((await system.get('/api/articles/1')).json().title).toBe('After'));
  });
});

describe('strange requests', () => {
  it('are never answered with a fault of ours, on any route', async () => {
    system = await createQuerySystem({ maxWait: 1, search: createSearchDouble().engine });
    await system.tables.commit({ articles: [{ id: 1 }] });
    await system.untilReady();
    await until(async () => expect((await system.get('/api/search?q=title')).statusCode).toBe(200));
    const routes = routesOf(system.service.app).filter(({ url }) => url.startsWith('/api/'));
    const reads = Object.keys(table).filter((key) => key.startsWith('GET '));
    expect(routes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      reads.flatMap((key) => [key, key.replace('GET', 'HEAD')]).sort(),
    );
    for (const route of routes.filter(({ method, url }) => method === 'GET' && url !== '/api/changes'))
      await fc.assert(
        fc.asyncProperty(strangeRequests(route), async ({ url, headers }) => {
          const answer = await system.get(url, { ...headers, authorization: `Bearer ${sampleToken}` });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode >= 400) expect(faultOfRefusal(answer)).toBeUndefined();
        }),
        { numRuns: 100 },
      );
  });
});

describe('the link of a one-click unsubscribe, opened in a browser', () => {
  it('leads to the page that asks', async () => {
    system = await createQuerySystem();
    const { statusCode, headers } = await system.get('/api/newsletter/unsubscribe?token=abc-_123');
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      303,
      '/newsletter/unsubscribe?token=abc-_123',
      'no-store',
    ]);
  });

  it('leads nowhere else, whatever the token says', async () => {
    system = await createQuerySystem();
    const { headers } = await system.get(
      '/api/newsletter/unsubscribe?token=%0d%0aset-cookie:x%26a=b%23//evil',
    );
    expect(headers.location).toBe('/newsletter/unsubscribe?token=%0D%0Aset-cookie%3Ax%26a%3Db%23%2F%2Fevil');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['', '?token=', '?token=a&token=b', '?token=a&to=b', `?token=${'a'.repeat(501)}`])(
    'refuses the query %j',
    async (query) => {
      system = await createQuerySystem();
      expect((await system.get(`/api/newsletter/unsubscribe${query}`)).statusCode).toBe(400);
    },
  );
});

describe('stopping', () => {
  it('works twice, and before anything has been reached', async () => {
    system = await createQuerySystem({ isBuilt: false });
    await Promise.all([system.service.stop(), system.service.stop()]);
    await system.service.stop();
  });
});
