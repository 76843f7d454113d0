import { openGate, until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { callsOf, sampleDocument } from '../contract/opened-search.ts';
import type { SearchEngine } from '../search.port.ts';
import { searchedFields } from '../search-document.ts';
import { parseQuery } from '../text/parse-query.ts';
import { defaultIndexUid as uid } from './connection.ts';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';

const masterKey = 'a master key that nobody gets to see';
let server: FakeMeilisearch;
let engine: SearchEngine;

beforeEach(async () => {
  server = await startFakeMeilisearch(masterKey);
  engine = createMeilisearchEngine({ url: server.url, key: masterKey });
});
afterEach(async () => {
  await engine.close();
  await server.stop();
});

/** An index with one article, built with the builder's key. */
async function fillIndex() {
  const index = createMeilisearchIndex({ url: server.url, key: masterKey });
  await callsOf(() => ({ index }) as never).fill([{ id: 1, title: 'River', content: 'Not to be shown' }]);
}

const search = (text = 'river', on = engine, timeout = 5_000) =>
  on.search(parseQuery(text), { limit: 5, offset: 0 }, AbortSignal.timeout(timeout));
const unavailable = { name: 'SearchUnavailable' };
const searches = () => server.requests.filter(({ path }) => path.endsWith('/search')).length;

it('a hit does not contain the content, and a query without words makes no request', async () => {
  await fillIndex();
  const { content: _content, ...hit } = sampleDocument({ id: 1, title: 'River' });
  expect(await search()).toEqual([hit]);
  const before = searches();
  expect(await search(' "-" ')).toEqual([]);
  expect(searches()).toBe(before);
});

it('a search finds all of either the old or the new index while the live index is being replaced', async () => {
  await fillIndex();
  const found: unknown[] = [];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  async function keepSearching() {
    while (!isOver) found.push(await search().then(({ length }) => length, String));
  }
  async function moreSearches() {
    const before = found.length;
    await until(() => expect(found.length).toBeGreaterThan(before + 4));
  }
  async function* documents() {
    await moreSearches();
    for (const id of [1, 2, 3]) yield [sampleDocument({ id })];
  }
  async function publish(swap: () => Promise<void>) {
    await moreSearches();
    await swap();
  }
  const index = createMeilisearchIndex({ url: server.url, key: masterKey });
  const searching = [keepSearching(), keepSearching()];
  await index.build(documents(), publish, new AbortController().signal);
  await moreSearches();
  isOver = true;
  await Promise.all(searching);
  expect([...new Set(found)]).toEqual([1, 3]);
});

it('a search queries separate words, then joined words, then sounds, until something is found', async () => {
  const asked = async (text: string) => {
    const before = server.requests.length;
    await search(text);
    const made = server.requests.slice(before).filter(({ path }) => path.endsWith('/search'));
    return made.map(({ body }) => {
      const { q, attributesToSearchOn } = body as Record<string, unknown>;
      return [q, attributesToSearchOn];
    });
  };
  const texts = ['title', 'authorName', 'excerpt', 'content'];
  await fillIndex();
  expect(await asked('Old "elefant"')).toEqual([['Old, elefant', texts]]);
  server.indexes.get(uid)?.documents.clear();
  expect(await asked('Old "elefant"')).toEqual([
    ['Old, elefant', texts],
    ['Old elefant', texts],
    ['old, elefant', ['sounds']],
  ]);
  expect(await asked('Crème')).toEqual([
    ['Crème', texts],
    ['kreme', ['sounds']],
  ]);
});

it('a search finds nothing by sound in an index of an earlier version without sounds', async () => {
  await fillIndex();
  server.indexes.get(uid)?.documents.clear();
  Object.assign(server.indexes.get(uid) ?? {}, { settings: { searchableAttributes: searchedFields.flat() } });
  expect(await search('elefant')).toEqual([]);
});

describe('a search rejects with SearchUnavailable', () => {
  beforeEach(fillIndex);

  it.each([500, 503, 'break', 'no JSON'] as const)(
    'for the fault %s, without a retry, and the next one succeeds',
    async (fault) => {
      await search();
      const before = searches();
      server.faults.push({ path: /search$/, fault });
      const error: unknown = await search().catch((each: unknown) => each);
      expect(error).toMatchObject(unavailable);
      expect(String(error)).not.toMatch(/words of a document|river/i);
      expect(searches()).toBe(before + 1);
      expect(await search()).toHaveLength(1);
    },
  );

  it.each([
    ['an index that is gone for a while', () => server.indexes.delete(uid)],
    [
      'an index of something else',
      () => server.indexes.get(uid)?.documents.set(9, { id: 9, name: 'no article' }),
    ],
    ['keys that the server has lost', () => server.keys.clear()],
  ])('with %s, and a later one succeeds', async (_what, spoil) => {
    const index = server.indexes.get(uid);
    await search();
    spoil();
    await expect(search()).rejects.toMatchObject(unavailable);
    if (index) server.indexes.set(uid, index);
    index?.documents.delete(9);
    expect(await search()).toHaveLength(1);
  });

  it.each(['/search$', '^/keys'])(
    'at its deadline if a request to %s gets no response, and the next one succeeds',
    async (path) => {
      server.faults.push({ path: new RegExp(path), fault: 'silence' });
      const started = performance.now();
      await expect(search('river', engine, 300)).rejects.toThrow(/in time|timeout/);
      expect(performance.now() - started).toBeLessThan(2_000);
      await until(async () => expect(await search()).toHaveLength(1));
    },
  );

  it('while the server is unreachable, and the next one succeeds', async () => {
    const gate = await openGate(Number(new URL(server.url).port));
    const far = createMeilisearchEngine({ url: `http://127.0.0.1:${gate.port}`, key: masterKey });
    gate.shut();
    await expect(search('river', far)).rejects.toMatchObject(unavailable);
    gate.open();
    expect(await search('river', far)).toHaveLength(1);
    await far.close();
    await gate.close();
  });

  it('if the engine is closed while it waits', async () => {
    server.faults.push({ path: /search$/, fault: 'silence' });
    const asked = search();
    await engine.close();
    await expect(asked).rejects.toMatchObject(unavailable);
  });
});

/** A worker and a query process, each starting with its own key. */
function open({
  key = masterKey,
  searchKey = key,
  url = server.url,
}: {
  key?: string;
  searchKey?: string;
  url?: string;
} = {}) {
  const index = createMeilisearchIndex({ url, key, tasks: { pause: 1 } });
  const engine = createMeilisearchEngine({ url, key: searchKey });
  return callsOf(() => ({ index, engine }) as never);
}
async function useAll({ fill, change, ids }: ReturnType<typeof open>) {
  await fill([{ id: 1 }]);
  await change([{ id: 2 }], [1]);
  return ids('anything');
}

describe('a key that may manage keys', () => {
  it('creates one key for each role with the least privileges, and finds them the next time', async () => {
    for (let time = 0; time < 2; time++) expect(await useAll(open())).toEqual([2]);
    const asked = server.requests.filter(({ token }) => token === masterKey);
    expect(new Set(asked.map(({ path }) => path.split('/')[1]))).toEqual(new Set(['keys']));
    expect([...server.keys.values()].map(({ actions, indexes }) => ({ actions, indexes }))).toEqual([
      {
        actions: [
          'documents.add',
          'indexes.create',
          'indexes.delete',
          'indexes.get',
          'indexes.swap',
          'settings.update',
          'stats.get',
          'tasks.get',
        ],
        indexes: [uid, `${uid}_next_*`],
      },
      {
        actions: ['documents.add', 'documents.delete', 'settings.get', 'stats.get', 'tasks.get'],
        indexes: [uid],
      },
      { actions: ['search'], indexes: [uid] },
    ]);
  });

  it('uses keys that another process has just created, and recreates them if the server has lost them', async () => {
    const [first, ...others] = [open(), open(), open()] as const;
    expect(await Promise.all(others.map(({ state }) => state()))).toEqual([
      { kind: 'missing' },
      { kind: 'missing' },
    ]);
    await useAll(first);
    await Promise.all(others.map(({ change }) => change([{ id: 2 }])));
    expect(server.keys.size).toBe(3);
    server.keys.clear();
    await expect(first.state()).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await first.state()).toEqual({ kind: 'built', documents: 1 });
  });

  it.each(['break', 503] as const)(
    'is used again after the server failed (%s), and is contained in no error',
    async (fault) => {
      const { fill } = open();
      server.faults.push({ path: /^\/keys/, fault }, { path: /^\/keys/, fault });
      for (let time = 0; time < 2; time++) {
        const error: unknown = await fill([{ id: 1 }]).catch((each: unknown) => each);
        expect(error).toMatchObject({ name: 'EngineError' });
        const told = `${error} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${(error as Error).stack}`;
        expect(told).not.toContain(masterKey);
      }
      await fill([{ id: 1 }]);
      expect(server.idsIn(uid)).toEqual([1]);
    },
  );
});

describe('a key that may not manage keys', () => {
  it('is used directly', async () => {
    await useAll(open());
    const [, changer, searcher] = [...server.keys.values()].map(({ key }) => key);
    const before = server.requests.length;
    const { state, ids } = open({ key: changer ?? '', searchKey: searcher ?? '' });
    expect([await state(), await ids('anything')]).toEqual([{ kind: 'built', documents: 1 }, [2]]);
    const tokens = server.requests.slice(before).map(({ token }) => token);
    expect(new Set(tokens)).toEqual(new Set([changer, searcher]));
    expect(server.keys.size).toBe(3);
  });

  it('rejects with an engine error if the server does not know it', async () => {
    const { state, ids } = open({ key: 'made up' });
    await expect(state()).rejects.toMatchObject({ code: 'invalid_api_key', status: 403 });
    await expect(ids('anything')).rejects.toMatchObject({ name: 'SearchUnavailable' });
  });
});

it('a server without keys can be used with any key', async () => {
  const open_ = await startFakeMeilisearch();
  expect(await useAll(open({ key: 'a key all the same', url: open_.url }))).toEqual([2]);
  await open_.stop();
});
