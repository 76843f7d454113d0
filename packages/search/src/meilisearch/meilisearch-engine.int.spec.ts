import { openGate, until } from '@journal/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import type { SearchEngine } from '../search.port.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { defaultIndexUid as uid } from './meilisearch-index.ts';
import { type OpenedOnStandIn, openOnStandIn } from './stand-in/open-on-stand-in.ts';

let opened: OpenedOnStandIn;
let on: Awaited<ReturnType<OpenedOnStandIn['start']>>;
let engine: SearchEngine;

beforeAll(async () => {
  opened = await openOnStandIn(inject('postgresUrl'));
});
afterAll(() => opened.close());
beforeEach(async () => {
  on = await opened.start({ masterKey: 'a master key' });
  await on.build([]);
  await on.change([
    sampleDocument({ id: 1, title: 'Rivers' }),
    sampleDocument({ id: 2, title: 'Boats', content: 'River' }),
    sampleDocument({ id: 3, title: 'River' }),
    sampleDocument({ id: 4, title: 'Kites' }),
  ]);
  engine = createMeilisearchEngine({ url: on.standIn.url, key: 'a master key' });
});
afterEach(async () => {
  await engine.close();
  await on.standIn.stop();
});

const ids = async (text = 'river', limit = 5, offset = 0) =>
  (await engine.search({ text, limit, offset })).map(({ id }) => id);
const unavailable = { name: 'SearchUnavailable' };
const questions = () => on.standIn.requests.filter(({ path }) => path === '/multi-search').length;

it('brings what the engine has found into the order of the rules, and leaves out what they do not allow', async () => {
  expect(await ids()).toEqual([3, 1, 2]);
  expect(await ids('river', 1, 1)).toEqual([1]);
  expect(await ids('river', 5, 3)).toEqual([]);
});

it('shows nothing of the content', async () => {
  const [hit] = await engine.search({ text: 'river', limit: 1, offset: 0 });
  expect(Object.keys(hit ?? {}).toSorted()).toEqual([
    'authorAge',
    'authorName',
    'createdAt',
    'excerpt',
    'id',
    'section',
    'title',
  ]);
});

it('asks nothing for a text without a word', async () => {
  expect(await ids(' "-" ')).toEqual([]);
  expect(questions()).toBe(0);
});

describe('what is no answer is said to be none, once, and the next question is answered', () => {
  it.each([
    ['a server in trouble', 500],
    ['a server that is starting', 503],
    ['a broken connection', 'break'],
    ['something else that answers', 'no JSON'],
  ] as const)('%s', async (_what, fault) => {
    await engine.check();
    const before = questions();
    on.standIn.faults.push({ path: /multi-search/, fault });
    const error: unknown = await ids().catch((each: unknown) => each);
    expect(error).toMatchObject(unavailable);
    expect(String(error)).not.toMatch(/words of a document|river/i);
    expect(questions()).toBe(before + 1);
    expect(await ids()).toEqual([3, 1, 2]);
  });

  it('an index that is gone for a while', async () => {
    const index = on.standIn.engine.need(uid);
    on.standIn.engine.indexes.delete(uid);
    await expect(ids()).rejects.toMatchObject(unavailable);
    await expect(engine.check()).rejects.toMatchObject(unavailable);
    on.standIn.engine.indexes.set(uid, index);
    expect(await ids()).toEqual([3, 1, 2]);
    await engine.check();
  });

  it('an index of something else', async () => {
    on.standIn.engine.need(uid).documents.set(9, { id: 9, name: 'no article' });
    await expect(ids()).rejects.toMatchObject(unavailable);
    on.standIn.engine.need(uid).documents.delete(9);
    expect(await ids()).toEqual([3, 1, 2]);
  });

  it('keys that the server has lost', async () => {
    await engine.check();
    on.standIn.keys.made.clear();
    await expect(ids()).rejects.toMatchObject(unavailable);
    expect(await ids()).toEqual([3, 1, 2]);
  });
});

describe('within its time', () => {
  it.each(['/multi-search', '/keys'])('a silent %s is not waited for', async (path) => {
    const hasty = createMeilisearchEngine({ url: on.standIn.url, key: 'a master key', timeout: 300 });
    on.standIn.faults.push({ path: new RegExp(`^${path}`), fault: 'silence' });
    const started = performance.now();
    await expect(hasty.search({ text: 'river', limit: 5, offset: 0 })).rejects.toThrow(/in time|timeout/);
    expect(performance.now() - started).toBeLessThan(5_000);
    await until(async () =>
      expect(await hasty.search({ text: 'river', limit: 5, offset: 0 })).toHaveLength(3),
    );
    await hasty.close();
  });

  it('nobody waits longer than a second and a half', async () => {
    on.standIn.faults.push({ path: /multi-search/, fault: 'silence' });
    const started = performance.now();
    await expect(ids()).rejects.toMatchObject(unavailable);
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(1_400);
    expect(waited).toBeLessThan(5_000);
  });
});

it('answers again when the server is there again', async () => {
  const gate = await openGate(Number(new URL(on.standIn.url).port));
  const far = createMeilisearchEngine({ url: `http://127.0.0.1:${gate.port}`, key: 'a master key' });
  gate.shut();
  await expect(far.search({ text: 'river', limit: 1, offset: 0 })).rejects.toMatchObject(unavailable);
  gate.open();
  expect((await far.search({ text: 'river', limit: 1, offset: 0 })).map(({ id }) => id)).toEqual([3]);
  await far.close();
  await gate.close();
});

it('does not wait any more when it is closed', async () => {
  on.standIn.faults.push({ path: /multi-search/, fault: 'silence' });
  const asked = ids();
  await engine.close();
  await expect(asked).rejects.toMatchObject(unavailable);
});
