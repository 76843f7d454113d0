import { openGate, until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf, sampleDocument } from '../contract/opened-search.ts';
import type { SearchEngine } from '../search.port.ts';
import { parseQuery } from '../text/parse-query.ts';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex, defaultIndexUid as uid } from './meilisearch-index.ts';

const masterKey = 'a master key that nobody gets to see';
let server: FakeMeilisearch;
let engine: SearchEngine;

beforeEach(async () => {
  server = await startFakeMeilisearch(masterKey);
  const index = createMeilisearchIndex({ url: server.url, key: masterKey });
  await callsOf(() => ({ index }) as never).fill([{ id: 1, title: 'River', content: 'Not to be shown' }]);
  engine = createMeilisearchEngine({ url: server.url, key: masterKey });
});
afterEach(async () => {
  await engine.close();
  await server.stop();
});

const search = (text = 'river', on = engine, timeout = 5_000) =>
  on.search(parseQuery(text), { limit: 5, offset: 0 }, AbortSignal.timeout(timeout));
const unavailable = { name: 'SearchUnavailable' };
const searches = () => server.requests.filter(({ path }) => path.endsWith('/search')).length;

it('shows nothing of the content, and asks nothing for a text without a word', async () => {
  const { content: _content, ...hit } = sampleDocument({ id: 1, title: 'River' });
  expect(await search()).toEqual([hit]);
  const before = searches();
  expect(await search(' "-" ')).toEqual([]);
  expect(searches()).toBe(before);
});

describe('what is no answer is SearchUnavailable, once, and the next search is answered', () => {
  it.each([500, 503, 'break', 'no JSON'] as const)('%s', async (fault) => {
    await search();
    const before = searches();
    server.faults.push({ path: /search$/, fault });
    const error: unknown = await search().catch((each: unknown) => each);
    expect(error).toMatchObject(unavailable);
    expect(String(error)).not.toMatch(/words of a document|river/i);
    expect(searches()).toBe(before + 1);
    expect(await search()).toHaveLength(1);
  });

  it.each([
    ['an index that is gone for a while', () => server.indexes.delete(uid)],
    [
      'an index of something else',
      () => server.indexes.get(uid)?.documents.set(9, { id: 9, name: 'no article' }),
    ],
    ['keys that the server has lost', () => server.keys.clear()],
  ])('%s', async (_what, spoil) => {
    const index = server.indexes.get(uid);
    await search();
    spoil();
    await expect(search()).rejects.toMatchObject(unavailable);
    if (index) server.indexes.set(uid, index);
    index?.documents.delete(9);
    expect(await search()).toHaveLength(1);
  });

  it.each(['/search$', '^/keys'])(
    'a silent %s, which is not waited for beyond the deadline',
    async (path) => {
      server.faults.push({ path: new RegExp(path), fault: 'silence' });
      const started = performance.now();
      await expect(search('river', engine, 300)).rejects.toThrow(/in time|timeout/);
      expect(performance.now() - started).toBeLessThan(2_000);
      await until(async () => expect(await search()).toHaveLength(1));
    },
  );

  it('a server that comes back', async () => {
    const gate = await openGate(Number(new URL(server.url).port));
    const far = createMeilisearchEngine({ url: `http://127.0.0.1:${gate.port}`, key: masterKey });
    gate.shut();
    await expect(search('river', far)).rejects.toMatchObject(unavailable);
    gate.open();
    expect(await search('river', far)).toHaveLength(1);
    await far.close();
    await gate.close();
  });

  it('an engine that is closed', async () => {
    server.faults.push({ path: /search$/, fault: 'silence' });
    const asked = search();
    await engine.close();
    await expect(asked).rejects.toMatchObject(unavailable);
  });
});
