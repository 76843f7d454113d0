import { routes as table } from '@journal/contracts';
import { routesOf } from '@journal/service-kit';
import { until } from '@journal/testing';
import { faultOfRefusal, strangeRequests } from '@journal/testing/bad-input';
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

it('public and newsroom routes return 503 before the worker has created the tables, and work once it has', async () => {
  system = await createQuerySystem({ isBuilt: false });
  const shown = ['articles', 'articles?limit=1', 'articles/1', 'stats', 'issues', 'issues/1'];
  const ofNewsroom = ['submissions', 'newsroom/desk', 'newsroom/people', 'newsroom/invitations', 'audit'];
  for (const path of [...shown, ...ofNewsroom]) {
    const answer = await system.get(`/api/${path}`, { authorization: `Bearer ${sampleToken}` });
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, 'unavailable']);
    expect(answer.headers['retry-after']).toBeTruthy();
  }
  await until(async () =>
    expect(await readiness()).toEqual({
      status: 503,
      database: 'ok',
      'read-side': 'unavailable (its tables are not created yet)',
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

describe('while the database does not answer', () => {
  async function start() {
    system = await createQuerySystem();
    const write = (title: string) =>
      system.tables.commit({ articles: [{ id: 1, title }], topics: ['article:1'] });
    const read = (headers = {}) => system.get('/api/articles/1', headers);
    const position = await write('Before');
    await system.untilReady();
    expect((await read({ 'journal-position': position })).statusCode).toBe(200);
    return {
      write,
      read,
      readsTitle: async (title: string) => expect((await read()).json().title).toBe(title),
    };
  }

  it('reads return 503 if it refuses connections, and recover', async () => {
    const { write, read, readsTitle } = await start();
    system.gate.shut();
    await until(async () => {
      const answer = await read();
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    });
    expect(await readiness()).toMatchObject({ status: 503 });
    system.gate.open();
    await system.untilReady();
    await write('After');
    await until(() => readsTitle('After'));
  });

  it('reads return nothing older than 1 s if it holds connections, and recover', async () => {
    const { write, read, readsTitle } = await start();
    system.gate.hold();
    await write('After');
    const committed = performance.now();
    let lastStale = committed;
    await until(async () => {
      const answer = await read();
      if (answer.statusCode === 200) lastStale = performance.now();
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
    });
    expect(lastStale - committed).toBeLessThan(1_000);
    system.gate.open();
    await until(() => readsTitle('After'));
  });
});

describe('strange requests', () => {
  it('never get a 5xx response from any route', async () => {
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

it('opening a one-click unsubscribe link redirects to the confirmation page and nowhere else', async () => {
  system = await createQuerySystem();
  const open = (query: string) => system.get(`/api/newsletter/unsubscribe${query}`);
  for (const [token, location] of [
    ['abc-_123', 'abc-_123'],
    ['%0d%0aset-cookie:x%26a=b%23//evil', '%0D%0Aset-cookie%3Ax%26a%3Db%23%2F%2Fevil'],
  ]) {
    const { statusCode, headers } = await open(`?token=${token}`);
    expect([statusCode, headers.location, headers['cache-control'], headers['set-cookie']]).toEqual([
      303,
      `/newsletter/unsubscribe?token=${location}`,
      'no-store',
      undefined,
    ]);
  }
  for (const query of ['', '?token=', '?token=a&token=b', '?token=a&to=b', `?token=${'a'.repeat(501)}`])
    expect([query, (await open(query)).statusCode]).toEqual([query, 400]);
});

it('the service can be stopped repeatedly, and before its tables exist', async () => {
  system = await createQuerySystem({ isBuilt: false });
  await Promise.all([system.service.stop(), system.service.stop()]);
  await system.service.stop();
});
