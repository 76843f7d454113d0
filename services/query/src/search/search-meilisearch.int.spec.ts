import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';
import { until } from '../testing/until.ts';

let side: QuerySide;
const asked: string[] = [];
/** A server that takes every question and answers none. */
const hanging = createServer((request) => void asked.push(String(request.url)));
afterEach(async () => {
  await side.close();
  hanging.closeAllConnections();
  hanging.close();
});

it('the engine that SEARCH_URL names is asked, and given up within 2 s where it does not answer', async () => {
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  side = await createQuerySide({
    searchUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
    begin: (tables) => tables.search.build('meili_search_v1'),
  });
  await side.tables.commit({ articles: [{ id: 1 }] });
  await side.untilReady();
  await until(async () => {
    const begun = performance.now();
    const answer = await side.get('/api/search?q=lighthouse');
    expect(performance.now() - begun).toBeLessThan(2_500);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'search-unavailable']);
    expect(answer.headers['retry-after']).toBe('1');
    expect(asked).not.toEqual([]);
  });
  expect((await side.get('/api/articles/1')).statusCode).toBe(200);
});
