import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import { createMeilisearchIndex, defaultIndexUid as uid } from './meilisearch-index.ts';
import { indexSettings } from './settings.ts';
import { type OpenedOnStandIn, openOnStandIn } from './stand-in/open-on-stand-in.ts';

const masterKey = 'a master key';
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

const tasksOf = (type: string) => on.standIn.engine.tasks.filter((task) => task.type === type);

describe('a build', () => {
  it('puts settings before documents, and leaves one index, which is whole', async () => {
    await on.build([1, 2, 3]);
    expect(on.standIn.engine.tasks.map(({ type }) => type)).toEqual([
      'indexCreation',
      'settingsUpdate',
      'documentAdditionOrUpdate',
      'indexSwap',
      'indexDeletion',
    ]);
    expect([on.uids(), on.live()]).toEqual([[uid], [1, 2, 3]]);
    expect(on.standIn.engine.indexes.get(uid)?.settings).toEqual(indexSettings);
    expect(await on.state()).toBe('whole');
  });

  it('takes the place of the one before', async () => {
    await on.build([1, 2, 3]);
    await on.build([2, 4]);
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [2, 4], 'whole']);
  });

  it('of nothing is empty', async () => {
    await on.build([]);
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [], 'empty']);
  });

  it('sends batches that keep within both limits', async () => {
    const small = await opened.start({ batches: { documents: 2, characters: 1_000 } });
    const documents = [1, 2, 3].map((id) => sampleDocument({ id }));
    const large = sampleDocument({ id: 4, content: 'long '.repeat(500) });
    async function* pages() {
      yield [...documents, large, sampleDocument({ id: 5 })];
    }
    await small.index.build(opened.pool, pages(), async () => {}, new AbortController().signal);
    const batches = small.standIn.engine.tasks.filter(({ type }) => type === 'documentAdditionOrUpdate');
    expect([batches.length, small.live()]).toEqual([4, [1, 2, 3, 4, 5]]);
    await small.standIn.stop();
  });

  it('removes what builds that died have left', async () => {
    on.standIn.engine.create(`${uid}_next_0123`);
    on.standIn.engine.create('of_somebody_else');
    await on.build([1]);
    expect(on.uids()).toEqual(['of_somebody_else', uid]);
  });

  it('does again what failed for a reason of the server', async () => {
    on.standIn.engine.taskFaults.push(
      { type: 'documentAdditionOrUpdate', code: 'no_space_left_on_device', kind: 'system' },
      { type: 'settingsUpdate', code: 'internal', kind: 'internal' },
    );
    await on.build([1]);
    expect([tasksOf('documentAdditionOrUpdate').length, tasksOf('settingsUpdate').length]).toEqual([2, 2]);
    expect(await on.state()).toBe('whole');
  });

  it('waits for a server that is away for a moment while a task is at work', async () => {
    on.standIn.faults.push(
      { path: /^\/tasks/, fault: 503 },
      // As a disk that is full is told, and too many files.
      { path: /^\/tasks/, fault: 422 },
      { path: /^\/tasks/, fault: 'break' },
      { path: /^\/tasks/, fault: 'no JSON' },
    );
    await on.build([1]);
    expect(await on.state()).toBe('whole');
  });
});

it('a batch of a build may take four times as long as a change', async () => {
  const patient = createMeilisearchIndex({ url: on.standIn.url, key: masterKey, patience: { task: 400 } });
  async function* documents() {
    on.standIn.engine.isHeld = true;
    yield [sampleDocument({ id: 1 })];
  }
  const started = performance.now();
  const built = patient.build(opened.pool, documents(), async () => {}, new AbortController().signal);
  await expect(built).rejects.toThrow(/^Task \d+ of Meilisearch has not ended in time: enqueued$/);
  // Of which the last fifth is for the index that is left over.
  expect(performance.now() - started).toBeGreaterThan(1_950);
});

it('a live index that somebody makes just before ours gets its name is not overwritten', async () => {
  const open = await opened.start({});
  open.standIn.faults.push({
    path: new RegExp(`^/indexes/${uid}$`),
    fault: 404,
    code: 'index_not_found',
  });
  open.standIn.engine.create(uid);
  await expect(open.build([1])).rejects.toThrow('could not do a task: index_already_exists');
  expect([open.uids(), open.live()]).toEqual([[uid], []]);
  await open.standIn.stop();
});

describe('the live index and its record stay, and nothing is left over,', () => {
  beforeEach(() => on.build([1, 2]));

  it.each([
    ['documents are refused', 'documentAdditionOrUpdate', 'invalid_document_id', 1],
    ['settings are refused', 'settingsUpdate', 'invalid_settings_ranking_rules', 1],
    ['documents fail time and again', 'documentAdditionOrUpdate', 'internal', 3],
  ] as const)('where %s', async (_why, type, code, times) => {
    const kind = code === 'internal' ? 'internal' : 'invalid_request';
    for (let time = 0; time < times; time++) on.standIn.engine.taskFaults.push({ type, code, kind });
    await expect(on.build([3])).rejects.toThrow(
      `Meilisearch could not do a task: ${code} (https://docs.meilisearch.com/errors#${code})`,
    );
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2], 'whole']);
  });

  it('where the swap fails, which a key for some indexes does not get to see', async () => {
    on.standIn.engine.taskFaults.push({ type: 'indexSwap', code: 'internal', kind: 'internal' });
    const impatient = createMeilisearchIndex({
      url: on.standIn.url,
      key: masterKey,
      patience: { task: 300 },
    });
    async function* documents() {
      yield [sampleDocument({ id: 3 })];
    }
    const built = impatient.build(opened.pool, documents(), async () => {}, new AbortController().signal);
    await expect(built).rejects.toThrow('did not swap the indexes in time');
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2], 'whole']);
  });

  it('where the checkpoint is not to be moved', async () => {
    const refused = on.build([3], () => Promise.reject(new Error('fenced')));
    await expect(refused).rejects.toThrow('fenced');
    expect(tasksOf('indexSwap').length).toBe(1);
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2], 'whole']);
  });

  it('where it is stopped', async () => {
    await expect(on.build([3], async () => {}, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2], 'whole']);
  });

  it('where documents were lost on the way', async () => {
    const losing = on.build([3, 3]);
    await expect(losing).rejects.toThrow('The new index has 1 documents in place of 2');
    expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2], 'whole']);
  });
});

it('a failed swap is told at once where the key may see it', async () => {
  const open = await opened.start({});
  await open.build([1]);
  open.standIn.engine.taskFaults.push({
    type: 'indexSwap',
    code: 'index_not_found',
    kind: 'invalid_request',
  });
  await expect(open.build([2])).rejects.toThrow('could not do a task: index_not_found');
  expect([open.live(), await open.state()]).toEqual([[1], 'whole']);
  await open.standIn.stop();
});

it('an index whose build could not be written down is lost, and the next build mends it', async () => {
  await on.build([1]);
  await opened.pool.query('create table late (id integer unique deferrable initially deferred)');
  const doomed = on.index.build(
    opened.pool,
    (async function* () {
      yield [sampleDocument({ id: 1 }), sampleDocument({ id: 2 })];
    })(),
    async (transaction) => {
      await transaction.query('insert into late values (1), (1)');
    },
    new AbortController().signal,
  );
  await expect(doomed).rejects.toThrow(/duplicate key/);
  expect([on.live(), await on.state()]).toEqual([[1, 2], 'lost']);
  await expect(on.change([sampleDocument({ id: 3 })])).rejects.toMatchObject({ name: 'IndexLost' });
  await on.build([1, 2, 3]);
  expect([on.uids(), on.live(), await on.state()]).toEqual([[uid], [1, 2, 3], 'whole']);
});
