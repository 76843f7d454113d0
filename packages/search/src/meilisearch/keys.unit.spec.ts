import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf } from '../contract/opened-search.ts';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex, defaultIndexUid as uid } from './meilisearch-index.ts';

const masterKey = 'a master key that nobody gets to see';
let server: FakeMeilisearch;
beforeEach(async () => {
  server = await startFakeMeilisearch(masterKey);
});
afterEach(() => server.stop());

/** A worker and a query process, of which each has its own key to begin with. */
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
  it('makes one for each role, which may do what it is for and nothing else, and finds them the next time', async () => {
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

  it('uses the one that another process has just made, and makes them anew where the server has lost them', async () => {
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
    'is tried again after a server that was away (%s), and is in no error',
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
  it('is used as it is', async () => {
    await useAll(open());
    const [, changer, searcher] = [...server.keys.values()].map(({ key }) => key);
    const before = server.requests.length;
    const { state, ids } = open({ key: changer ?? '', searchKey: searcher ?? '' });
    expect([await state(), await ids('anything')]).toEqual([{ kind: 'built', documents: 1 }, [2]]);
    const tokens = server.requests.slice(before).map(({ token }) => token);
    expect(new Set(tokens)).toEqual(new Set([changer, searcher]));
    expect(server.keys.size).toBe(3);
  });

  it('that may do nothing here is an error of the engine', async () => {
    const { state, ids } = open({ key: 'made up' });
    await expect(state()).rejects.toMatchObject({ code: 'invalid_api_key', status: 403 });
    await expect(ids('anything')).rejects.toMatchObject({ name: 'SearchUnavailable' });
  });
});

it('a server without keys is used with any', async () => {
  const open_ = await startFakeMeilisearch();
  expect(await useAll(open({ key: 'a key all the same', url: open_.url }))).toEqual([2]);
  await open_.stop();
});
