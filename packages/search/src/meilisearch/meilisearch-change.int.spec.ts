import { until } from '@journal/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import {
  createMeilisearchIndex,
  type MeilisearchIndexOptions,
  defaultIndexUid as uid,
} from './meilisearch-index.ts';
import { type OpenedOnStandIn, openOnStandIn } from './stand-in/open-on-stand-in.ts';

let opened: OpenedOnStandIn;
let on: Awaited<ReturnType<OpenedOnStandIn['start']>>;

beforeAll(async () => {
  opened = await openOnStandIn(inject('postgresUrl'));
});
afterAll(() => opened.close());
beforeEach(async () => {
  on = await opened.start({ masterKey: 'a master key' });
  await on.build([1, 2]);
});
afterEach(() => on.standIn.stop());

const tasksOf = (type: string) => on.standIn.engine.tasks.filter((task) => task.type === type);
const put = (...ids: number[]) => ids.map((id) => sampleDocument({ id, title: `Title ${id}` }));
const lost = { name: 'IndexLost' };
const impatient = (options: Partial<MeilisearchIndexOptions>) =>
  createMeilisearchIndex({ url: on.standIn.url, key: 'a master key', ...options }).change(opened.pool, {
    documents: put(3),
    gone: [],
  });

describe('a change', () => {
  it('puts and takes out, and has happened when it resolves', async () => {
    await on.change(put(2, 3), [1, 99]);
    expect(on.live()).toEqual([2, 3]);
    expect(on.standIn.engine.indexes.get(uid)?.documents.get(2)).toMatchObject({ title: 'Title 2' });
    expect(await on.state()).toBe('whole');
  });

  it('made again where its answer was lost is made once', async () => {
    on.standIn.faults.push({ path: /documents$/, fault: 'break', isDone: true });
    await expect(on.change(put(3))).rejects.toThrow("Meilisearch can't be reached");
    await on.change(put(3));
    expect([on.live(), await on.state()]).toEqual([[1, 2, 3], 'whole']);
  });

  it('of nothing asks for nothing', async () => {
    const before = on.standIn.requests.length;
    await on.index.change(opened.pool, { documents: [], gone: [] });
    expect(on.standIn.requests.length).toBe(before);
  });

  it.each(['no_space_left_on_device', 'too_many_open_files'])('is tried again after %s', async (code) => {
    on.standIn.engine.taskFaults.push({ type: 'documentAdditionOrUpdate', code, kind: 'system' });
    await on.change(put(3));
    expect([on.live(), tasksOf('documentAdditionOrUpdate').length]).toEqual([[1, 2, 3], 3]);
  });

  it('that fails for good says why, and not what was in it', async () => {
    const fault = {
      type: 'documentAdditionOrUpdate',
      code: 'invalid_document_id',
      kind: 'invalid_request',
    } as const;
    on.standIn.engine.taskFaults.push(fault);
    await expect(on.change(put(3))).rejects.toThrow(
      /^Meilisearch could not do a task: invalid_document_id \(https:\/\/docs\.meilisearch\.com\/errors#invalid_document_id\)$/,
    );
    expect(tasksOf('documentAdditionOrUpdate').length).toBe(2);
    expect(await on.state()).toBe('whole');
  });

  it('that fails a few times is given up', async () => {
    for (let time = 0; time < 3; time++)
      on.standIn.engine.taskFaults.push({ type: 'documentDeletion', code: 'internal', kind: 'internal' });
    await expect(on.change([], [1])).rejects.toMatchObject({ name: 'EngineError', code: 'internal' });
    expect([on.live(), await on.state()]).toEqual([[1, 2], 'whole']);
  });

  it.each([
    ['an answer of 500', 500, 'Meilisearch refused: internal'],
    ['an answer of 503', 503, 'Meilisearch refused: internal'],
    ['a connection that breaks', 'break', "Meilisearch can't be reached: "],
    ['something else that answers', 'no JSON', 'What answers is not Meilisearch: no JSON'],
  ] as const)('rejects after %s, without what was sent', async (_what, fault, message) => {
    on.standIn.faults.push({ path: /documents$/, fault });
    const refused = await on.change(put(3)).catch((error: unknown) => error);
    expect(String(refused)).toContain(message);
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toMatch(
      /words of a document|Title 3|key/,
    );
    await on.change(put(3));
    expect(on.live()).toEqual([1, 2, 3]);
  });

  it('rejects where nothing is answered', async () => {
    on.standIn.faults.push({ path: /documents$/, fault: 'silence' });
    await expect(impatient({ requestTimeout: 100 })).rejects.toThrow("Meilisearch can't be reached: timeout");
  });

  it('waits for a queue that is slow', async () => {
    on.standIn.engine.isHeld = true;
    let isDone = false;
    const change = on.change(put(3)).then(() => {
      isDone = true;
    });
    const looks = () => on.standIn.requests.filter(({ path }) => path.startsWith('/tasks/')).length;
    const before = looks();
    while (looks() < before + 4) await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    on.standIn.engine.isHeld = false;
    on.standIn.engine.run();
    await change;
    expect(on.live()).toEqual([1, 2, 3]);
  });

  it('gives up waiting for one that stands still', async () => {
    on.standIn.engine.isHeld = true;
    await expect(impatient({ patience: { task: 50 } })).rejects.toThrow(
      /^Task \d+ of Meilisearch has not ended in time: enqueued$/,
    );
  });
});

it.each([
  [
    'a task',
    () => {
      on.standIn.engine.isHeld = true;
    },
  ],
  ['an answer', () => on.standIn.faults.push({ path: /documents$/, fault: 'silence' })],
])('a change that waits for %s waits no more when the index is closed', async (_what, spoil) => {
  spoil();
  const settled = on.change(put(3)).catch((error: unknown) => error);
  await until(() => expect(on.standIn.requests.at(-1)?.path).toMatch(/documents$|tasks/));
  await on.index.close();
  expect(await settled).toMatchObject({ message: 'The index has been closed' });
});

describe('the index is lost', () => {
  it('where none was built', async () => {
    const fresh = await opened.start({});
    expect(await fresh.state()).toBe('lost');
    await expect(fresh.change(put(1))).rejects.toMatchObject(lost);
    expect(fresh.uids()).toEqual([]);
    await fresh.standIn.stop();
  });

  it.each([
    ['is gone', () => on.standIn.engine.indexes.delete(uid)],
    ['was made again by somebody', () => on.standIn.engine.create(uid)],
  ])('where it %s, and a change makes none', async (_what, spoil) => {
    spoil();
    const before = [...(on.standIn.engine.indexes.get(uid)?.documents.keys() ?? [])];
    expect(await on.state()).toBe('lost');
    await expect(on.change(put(3))).rejects.toMatchObject(lost);
    expect(on.live()).toEqual(before);
    await on.build([1, 2, 3]);
    expect([on.live(), await on.state()]).toEqual([[1, 2, 3], 'whole']);
  });

  it.each([
    ['documents were on their way', 'put', () => on.change(put(3))],
    ['documents were to be taken out', 'taken out', () => on.change([], [1])],
  ])('where it goes while %s, and our key makes none', async (_what, _how, change) => {
    on.standIn.engine.isHeld = true;
    const changing = change();
    const settled = changing.catch((error: unknown) => error);
    while (on.standIn.engine.tasks.at(-1)?.status !== 'enqueued')
      await new Promise((resolve) => setImmediate(resolve));
    on.standIn.engine.indexes.delete(uid);
    on.standIn.engine.isHeld = false;
    on.standIn.engine.run();
    expect(await settled).toMatchObject(lost);
    expect([on.uids(), await on.state()]).toEqual([[], 'lost']);
  });

  it('where it goes then and a key that may do everything makes another', async () => {
    const open = await opened.start({});
    await open.build([1]);
    open.standIn.engine.isHeld = true;
    const settled = open.change(put(2)).catch((error: unknown) => error);
    while (open.standIn.engine.tasks.at(-1)?.status !== 'enqueued')
      await new Promise((resolve) => setImmediate(resolve));
    open.standIn.engine.indexes.delete(uid);
    open.standIn.engine.isHeld = false;
    open.standIn.engine.run();
    expect(await settled).toMatchObject(lost);
    expect(await open.state()).toBe('lost');
    await open.build([1, 2]);
    expect([open.live(), await open.state()]).toEqual([[1, 2], 'whole']);
    await open.standIn.stop();
  });

  it('where documents were wiped, though not while the server is at work', async () => {
    on.standIn.engine.indexes.get(uid)?.documents.delete(1);
    on.standIn.engine.isHeld = true;
    expect(await on.state()).toBe('whole');
    on.standIn.engine.isHeld = false;
    expect(await on.state()).toBe('lost');
  });

  it('where its record is gone', async () => {
    const { rows } = await opened.pool.query('delete from meili_search_v1.live_index returning 1');
    expect(rows.length).toBe(1);
    expect(await on.state()).toBe('lost');
  });

  it('not where fewer documents are what a change has left, though its step was never made', async () => {
    await on.index.change(opened.pool, { documents: [], gone: [1] });
    expect([on.live(), await on.state()]).toEqual([[2], 'whole']);
    await on.change([], [1]);
    expect(await on.state()).toBe('whole');
  });
});

it('is outdated where other settings have made it', async () => {
  await opened.pool.query(`update meili_search_v1.live_index set settings_hash = 'of an older version'`);
  expect(await on.state()).toBe('outdated');
});

it.each([500, 'break'] as const)('tells no state where the server is away (%s)', async (fault) => {
  on.standIn.faults.push({ path: /indexes/, fault });
  await expect(on.state()).rejects.toMatchObject({ name: 'EngineError' });
  expect(await on.state()).toBe('whole');
});

it('of dropped tables is lost', async () => {
  await opened.pool.query('alter table meili_search_v1.live_index rename to elsewhere');
  expect(await on.state()).toBe('lost');
  await expect(on.change(put(3))).rejects.toMatchObject(lost);
  await opened.pool.query('alter table meili_search_v1.elsewhere rename to live_index');
});
