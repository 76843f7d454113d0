import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex, defaultIndexUid as uid } from './meilisearch-index.ts';
import { type OpenedOnStandIn, openOnStandIn } from './stand-in/open-on-stand-in.ts';

const masterKey = 'a master key that nobody gets to see';
const question = { text: 'anything', limit: 5, offset: 0 };

let opened: OpenedOnStandIn;
let on: Awaited<ReturnType<OpenedOnStandIn['start']>>;

beforeAll(async () => {
  opened = await openOnStandIn(inject('postgresUrl'));
});
afterAll(() => opened.close());
beforeEach(async () => {
  on = await opened.start({ masterKey });
});
afterEach(() => on.standIn.stop());

const askedWith = (token: string | undefined) =>
  on.standIn.requests.filter((request) => request.token === token).map(({ path }) => path.split('/')[1]);
const everything = async () => {
  await on.build([1]);
  await on.change([sampleDocument({ id: 2 })], [1]);
  const engine = createMeilisearchEngine({ url: on.standIn.url, key: masterKey });
  await engine.search(question);
  await engine.close();
};

describe('a key that may manage keys', () => {
  it('makes one for each side, which may do what it is for and nothing else', async () => {
    await everything();
    expect(new Set(askedWith(masterKey))).toEqual(new Set(['keys']));
    const made = [...on.standIn.keys.made.values()].map(({ actions, indexes }) => ({ actions, indexes }));
    expect(made).toEqual([
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
        actions: ['documents.add', 'documents.delete', 'indexes.get', 'stats.get', 'tasks.get'],
        indexes: [uid],
      },
      { actions: ['search'], indexes: [uid] },
    ]);
  });

  it('finds them the next time', async () => {
    await everything();
    const made = [...on.standIn.keys.made.keys()];
    await on.index.close();
    const again = createMeilisearchIndex({ url: on.standIn.url, key: masterKey });
    expect(await again.state(opened.pool)).toBe('whole');
    expect([...on.standIn.keys.made.keys()]).toEqual(made);
  });

  it('uses the one that another process has just made', async () => {
    const others = Array.from({ length: 3 }, () =>
      createMeilisearchIndex({ url: on.standIn.url, key: masterKey }),
    );
    expect(await Promise.all(others.map((other) => other.state(opened.pool)))).toEqual([
      'lost',
      'lost',
      'lost',
    ]);
    await Promise.all([on.build([1]), ...others.map((other) => other.state(opened.pool).catch(() => {}))]);
    await Promise.all(
      others.map((other) => other.change(opened.pool, { documents: [sampleDocument({ id: 2 })], gone: [] })),
    );
    expect(on.standIn.keys.made.size).toBe(2);
  });

  it('makes them anew where the server has lost them', async () => {
    await on.build([1]);
    expect(await on.state()).toBe('whole');
    on.standIn.keys.made.clear();
    on.standIn.engine.indexes.clear();
    await expect(on.state()).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await on.state()).toBe('lost');
    await expect(on.build([1])).rejects.toMatchObject({ code: 'invalid_api_key' });
    await on.build([1]);
    expect(await on.state()).toBe('whole');
  });

  it.each(['break', 503] as const)('is asked again after a server that was away (%s)', async (fault) => {
    on.standIn.faults.push({ path: /^\/keys/, fault }, { path: /^\/keys/, method: 'POST', fault });
    await expect(on.build([1])).rejects.toMatchObject({ name: 'EngineError' });
    await expect(on.build([1])).rejects.toMatchObject({ name: 'EngineError' });
    await on.build([1]);
    expect(on.live()).toEqual([1]);
  });

  it('is in no error', async () => {
    on.standIn.faults.push({ path: /^\/keys/, fault: 500 }, { path: /^\/keys/, fault: 'break' });
    for (let time = 0; time < 2; time++) {
      const error: unknown = await on.build([1]).catch((each: unknown) => each);
      expect(error).toBeInstanceOf(Error);
      expect(
        `${error} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${(error as Error).stack}`,
      ).not.toContain(masterKey);
    }
  });
});

describe('a key that may not manage keys', () => {
  it('is used as it is', async () => {
    await everything();
    const [builder, changer, searcher] = [...on.standIn.keys.made.values()].map(({ key }) => key);
    const before = on.standIn.requests.length;
    const index = createMeilisearchIndex({ url: on.standIn.url, key: changer });
    expect(await index.state(opened.pool)).toBe('whole');
    const engine = createMeilisearchEngine({ url: on.standIn.url, key: searcher });
    await engine.check();
    expect(on.standIn.requests.slice(before).map(({ token }) => token)).not.toContain(builder);
    expect(on.standIn.keys.made.size).toBe(3);
  });

  it('that may do nothing here is an error of the engine', async () => {
    const index = createMeilisearchIndex({ url: on.standIn.url, key: 'made up' });
    await on.build([1]);
    await expect(index.state(opened.pool)).rejects.toMatchObject({ code: 'invalid_api_key', status: 403 });
    const engine = createMeilisearchEngine({ url: on.standIn.url, key: 'made up' });
    await expect(engine.search(question)).rejects.toMatchObject({ name: 'SearchUnavailable' });
  });
});

describe('a server without keys', () => {
  it.each([undefined, 'a key all the same'])('is used with %s', async (key) => {
    const open = await opened.start(key === undefined ? {} : { key });
    await open.build([1]);
    await open.change([sampleDocument({ id: 2 })]);
    expect([open.live(), await open.state()]).toEqual([[1, 2], 'whole']);
    await open.standIn.stop();
  });
});
