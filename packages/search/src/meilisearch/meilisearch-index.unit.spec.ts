import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf, sampleDocument } from '../contract/opened-search.ts';
import { defaultIndexUid as uid } from './connection.ts';
import { type FakeMeilisearch, startFakeMeilisearch } from './fake-meilisearch.ts';
import { createMeilisearchIndex, type MeilisearchIndexOptions } from './meilisearch-index.ts';
import { indexSettings } from './settings.ts';

const masterKey = 'a master key';
let server: FakeMeilisearch;
let on: ReturnType<typeof openIndex>;

function openIndex(options: Partial<MeilisearchIndexOptions> = {}) {
  const tasks = { timeout: 2_000, attempts: 3, pause: 1, ...options.tasks };
  const index = createMeilisearchIndex({
    url: server.url,
    key: masterKey,
    requestTimeout: 2_000,
    ...options,
    tasks,
  });
  return { index, ...callsOf(() => ({ index }) as never) };
}

beforeEach(async () => {
  server = await startFakeMeilisearch(masterKey);
  on = openIndex();
  await on.fill([{ id: 1 }, { id: 2 }]);
});
afterEach(() => server.stop());

const ofType = (type: string) => server.tasks.filter((task) => task.type === type);
const built = (documents: number) => ({ kind: 'built', documents });
const expectUntouched = async () => {
  expect([[...server.indexes.keys()], server.idsIn(uid), await on.state()]).toEqual([
    [uid],
    [1, 2],
    built(2),
  ]);
};

describe('a build', () => {
  it('applies the settings before it adds documents, and leaves one index', async () => {
    expect(server.tasks.map(({ type }) => type)).toEqual([
      'indexCreation',
      'settingsUpdate',
      'documentAdditionOrUpdate',
      'indexSwap',
      'indexDeletion',
    ]);
    await on.fill([{ id: 2 }, { id: 4 }]);
    expect([[...server.indexes.keys()], server.idsIn(uid)]).toEqual([[uid], [2, 4]]);
    expect(server.indexes.get(uid)?.settings).toEqual(indexSettings);
    expect(await on.state()).toEqual(built(2));
  });

  it('sends up to 1,000 documents per request, and a change up to 200', async () => {
    const many = Array.from({ length: 2_001 }, (_none, at) => ({ id: at + 1 }));
    const before = ofType('documentAdditionOrUpdate').length;
    await on.fill(many);
    await on.change(many.slice(0, 201));
    expect(ofType('documentAdditionOrUpdate').length - before).toBe(3 + 2);
    const others = many.slice(2, 203).map(({ id }) => id);
    await on.change([], others);
    expect([ofType('documentDeletion').length, server.idsIn(uid).length]).toEqual([2, 1_800]);
  });

  it('sends fewer documents per request if they are long', async () => {
    const content = 'long '.repeat(12_000);
    const many = Array.from({ length: 150 }, (_none, at) => ({ id: at + 1, content }));
    const before = ofType('documentAdditionOrUpdate').length;
    await on.fill(many);
    expect(ofType('documentAdditionOrUpdate').length - before).toBe(3);
    expect(await on.state()).toEqual(built(150));
  });

  it('removes the leftover indexes of interrupted builds, and no other ones', async () => {
    server.create(`${uid}_next_0123`);
    server.create('of_somebody_else');
    await on.fill([{ id: 1 }]);
    expect([...server.indexes.keys()].toSorted()).toEqual([uid, 'of_somebody_else']);
  });

  it('survives a brief outage, and repeats tasks that failed because of the server', async () => {
    server.faults.push(
      { path: /^\/tasks/, fault: 503 },
      // Status for a full disk or too many open files.
      { path: /^\/tasks/, fault: 422 },
      { path: /^\/tasks/, fault: 'break' },
      { path: /^\/tasks/, fault: 'no JSON' },
    );
    server.taskFaults.push(
      { type: 'documentAdditionOrUpdate', code: 'no_space_left_on_device', kind: 'system' },
      { type: 'settingsUpdate', code: 'internal', kind: 'internal' },
    );
    await on.fill([{ id: 1 }]);
    expect(await on.state()).toEqual(built(1));
  });

  it('waits four times as long for a batch as for a change', async () => {
    const { index } = openIndex({ tasks: { timeout: 200 } });
    async function* documents() {
      server.hold(true);
      yield [sampleDocument({ id: 1 })];
    }
    const started = performance.now();
    const building = index.build(documents(), (swap) => swap(), new AbortController().signal);
    await expect(building).rejects.toThrow(/^Meilisearch task \d+ did not finish in time: enqueued$/);
    expect(performance.now() - started).toBeGreaterThan(950);
  });

  it.each([
    ['documents are refused', 'documentAdditionOrUpdate', 'invalid_document_id', 'invalid_request', 1],
    ['settings are refused', 'settingsUpdate', 'invalid_settings_ranking_rules', 'invalid_request', 1],
    ['documents fail time and again', 'documentAdditionOrUpdate', 'internal', 'internal', 3],
  ] as const)(
    'leaves the live index unchanged and nothing else if %s',
    async (_why, type, code, kind, times) => {
      for (let time = 0; time < times; time++) server.taskFaults.push({ type, code, kind });
      await expect(on.fill([{ id: 3 }])).rejects.toThrow(
        `A Meilisearch task failed: ${code} (https://docs.meilisearch.com/errors#${code})`,
      );
      await expectUntouched();
    },
  );

  it('leaves the live index unchanged if the swap fails, whether or not its task is visible', async () => {
    const fail = { type: 'indexSwap', code: 'internal', kind: 'internal' } as const;
    server.taskFaults.push(fail);
    // A key restricted to some indexes can't see the task.
    const hasty = openIndex({ tasks: { timeout: 300 } });
    await expect(hasty.fill([{ id: 3 }])).rejects.toThrow('did not swap the indexes in time');
    await expectUntouched();
    const open = await startFakeMeilisearch();
    const index = createMeilisearchIndex({ url: open.url });
    open.taskFaults.push(fail);
    await expect(callsOf(() => ({ index }) as never).fill([])).rejects.toThrow('task failed: internal');
    await open.stop();
  });

  it.each([
    ['it is not to be published', async () => Promise.reject(new Error('fenced')), undefined],
    ['it is stopped', undefined, AbortSignal.abort(new Error('stopped'))],
  ])('leaves the live index unchanged if %s', async (_why, publish, signal) => {
    await expect(on.fill([{ id: 3 }], publish, signal)).rejects.toThrow(/fenced|stopped/);
    expect(ofType('indexSwap').length).toBe(1);
    await expectUntouched();
  });

  it('rejects if the new index has fewer documents than were sent', async () => {
    await expect(on.fill([{ id: 3 }, { id: 3 }])).rejects.toThrow(
      'The new index has 1 documents, expected 2',
    );
    await expectUntouched();
  });

  it('does not overwrite a live index that was created just before the swap', async () => {
    server.indexes.delete(uid);
    const late = on.fill([{ id: 3 }], async (swap) => {
      server.hold(true);
      const swapping = swap();
      await until(() => expect(server.tasks.at(-1)?.type).toBe('indexSwap'));
      server.create(uid);
      server.hold(false);
      await swapping;
    });
    await expect(late).rejects.toThrow('did not swap the indexes in time');
    expect(server.idsIn(uid)).toEqual([]);
  });
});

it('a document has the sounds of all its words, each once', async () => {
  const texts = { title: 'Old elephant', authorName: 'Jo Szűcs', excerpt: 'An old one', content: 'Crème' };
  const sounds = ['old', 'elefant', 'jo', 'suks', 'an', 'one', 'kreme'];
  await on.change([{ id: 1, ...texts }]);
  expect(server.indexes.get(uid)?.documents.get(1)).toMatchObject({ ...texts, sounds });
  await on.fill([{ id: 1, ...texts }]);
  expect(server.indexes.get(uid)?.documents.get(1)).toMatchObject({ ...texts, sounds });
});

describe('a change', () => {
  it('can be repeated after its response was lost, and makes no request if it is empty', async () => {
    server.faults.push({ path: /documents$/, fault: 'break', isDone: true });
    await expect(on.change([{ id: 3 }])).rejects.toThrow('Meilisearch cannot be reached');
    await on.change([{ id: 3 }], [1, 99]);
    expect([server.idsIn(uid), await on.state()]).toEqual([[2, 3], built(2)]);
    const before = server.requests.length;
    await on.change([]);
    expect(server.requests.length).toBe(before);
  });

  it.each(['no_space_left_on_device', 'too_many_open_files'])('is repeated after %s', async (code) => {
    server.taskFaults.push({ type: 'documentAdditionOrUpdate', code, kind: 'system' });
    await on.change([{ id: 3 }]);
    expect(server.idsIn(uid)).toEqual([1, 2, 3]);
  });

  it('is not repeated once its sender was replaced', async () => {
    const type = 'documentAdditionOrUpdate';
    server.taskFaults.push({ type, code: 'internal', kind: 'internal' });
    const sender = new AbortController();
    const changing = openIndex({ tasks: { pause: 200 } }).change([{ id: 3 }], [], sender.signal);
    await until(() => expect(ofType(type).at(-1)?.status).toBe('failed'));
    sender.abort(new Error('replaced'));
    await expect(changing).rejects.toThrow('replaced');
    await expectUntouched();
  });

  it('that fails permanently rejects with the error code, and without the content of documents', async () => {
    const type = 'documentAdditionOrUpdate';
    server.taskFaults.push({ type, code: 'invalid_document_id', kind: 'invalid_request' });
    await expect(on.change([{ id: 3 }])).rejects.toThrow(
      /^A Meilisearch task failed: invalid_document_id \(https:\/\/docs\.meilisearch\.com\/errors#invalid_document_id\)$/,
    );
    expect(ofType(type).length).toBe(2);
    for (let time = 0; time < 3; time++)
      server.taskFaults.push({ type: 'documentDeletion', code: 'internal', kind: 'internal' });
    await expect(on.change([], [1])).rejects.toMatchObject({ name: 'EngineError', code: 'internal' });
    await expectUntouched();
  });

  it.each([
    [500, 'Meilisearch refused: internal'],
    [503, 'Meilisearch refused: internal'],
    ['break', 'Meilisearch cannot be reached: '],
    ['no JSON', 'The server is not a Meilisearch: no JSON'],
    ['silence', 'Meilisearch cannot be reached: timeout'],
  ] as const)('rejects after %s, without the content of documents', async (fault, message) => {
    const index = fault === 'silence' ? openIndex({ requestTimeout: 1_000 }) : on;
    server.faults.push({ path: /documents$/, fault });
    const refused = await index.change([{ id: 3, title: 'Title 3' }]).catch((error: unknown) => error);
    expect(String(refused)).toContain(message);
    expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).not.toMatch(
      /words of a document|Title 3|key/,
    );
    await on.change([{ id: 3 }]);
    expect(server.idsIn(uid)).toEqual([1, 2, 3]);
  });

  it('waits for a slow queue, and rejects if its task is still enqueued at the timeout', async () => {
    server.hold(true);
    let isDone = false;
    const change = on.change([{ id: 3 }]).then(() => {
      isDone = true;
    });
    const polls = () => server.requests.filter(({ path }) => path.startsWith('/tasks/')).length;
    const before = polls();
    await until(() => expect(polls()).toBeGreaterThan(before + 3));
    expect(isDone).toBe(false);
    server.hold(false);
    await change;
    expect(server.idsIn(uid)).toEqual([1, 2, 3]);
    server.hold(true);
    await expect(openIndex({ tasks: { timeout: 50 } }).change([{ id: 4 }])).rejects.toThrow(
      /did not finish in time: enqueued$/,
    );
  });

  it.each([
    ['a task', () => server.hold(true)],
    ['an answer', () => server.faults.push({ path: /documents$/, fault: 'silence' })],
  ])('that waits for %s rejects when the index is closed', async (_what, spoil) => {
    spoil();
    const settled = on.change([{ id: 3 }]).catch((error: unknown) => error);
    await until(() => expect(server.requests.at(-1)?.path).toMatch(/documents$|tasks/));
    await on.index.close();
    expect(await settled).toMatchObject({ message: 'The index is closed' });
  });

  it.each([
    ['put', () => on.change([{ id: 3 }])],
    ['deleted', () => on.change([], [1])],
  ])(
    'rejects with IndexLost if the index disappears while documents are %s, and creates none',
    async (_how, change) => {
      server.hold(true);
      const settled = change().catch((error: unknown) => error);
      await until(() => expect(server.tasks.at(-1)?.status).toBe('enqueued'));
      server.indexes.delete(uid);
      server.hold(false);
      expect(await settled).toMatchObject({ name: 'IndexLost' });
      expect([[...server.indexes.keys()], await on.state()]).toEqual([[], { kind: 'missing' }]);
    },
  );
});

it('the state is outdated if the index was recreated without settings, and rejects if the server fails', async () => {
  server.create(uid);
  expect(await on.state()).toEqual({ kind: 'outdated' });
  for (const fault of [500, 'break'] as const) {
    server.faults.push({ path: /indexes/, fault });
    await expect(on.state()).rejects.toMatchObject({ name: 'EngineError' });
  }
  await on.fill([{ id: 1 }]);
  expect(await on.state()).toEqual(built(1));
});
