import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream } from '../testing/event-stream.ts';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';

let system: QuerySystem;
let origin: string;
let streams: Awaited<ReturnType<typeof openStream>>[] = [];

beforeEach(async () => {
  system = await createQuerySystem({ limits: { heartbeatInterval: 50, max: 3 }, articles: [{ id: 1 }] });
  await system.untilReady();
  origin = await system.listen();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  streams = [];
  await system.close();
});

const follow = async (query = '', headers: Record<string, string> = {}) => {
  const stream = await openStream(`${origin}/api/changes${query}`, headers);
  streams.push(stream);
  return stream;
};

describe('a stream of changes', () => {
  it('says where it begins, when to come back, and each change with its position', async () => {
    const stream = await follow();
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await until(() => expect(stream.text()).toMatch(/^retry: \d+\nid: 0{11}1\n\n/));
    const position = await system.tables.commit({ topics: ['articles', 'article:1'] });
    await until(() =>
      expect(stream.text()).toContain(
        `event: change\nid: ${position}\ndata: {"position":"${position}","topics":["articles","article:1"]}\n\n`,
      ),
    );
  });

  it('sends nothing for a step that changed nothing', async () => {
    const stream = await follow();
    await system.tables.commit({});
    const position = await system.tables.commit({ topics: ['stats'] });
    await until(() => expect(stream.changes()).toEqual([{ position, topics: ['stats'] }]));
  });

  it('sends nothing to a reader whose page was read after such a step', async () => {
    await system.tables.commit({ topics: ['article:1'] });
    const read = await system.tables.commit({});
    await until(async () => expect((await system.get('/api/stats')).headers['journal-position']).toBe(read));
    const stream = await follow(`?after=${read}`);
    const position = await system.tables.commit({ topics: ['stats'] });
    await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ['stats'] }));
    expect(stream.changes()).toHaveLength(1);
  });

  it('shows that it lives', async () => {
    const stream = await follow();
    await until(() => expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(2));
  });

  it('goes on after the last change that the reader knows', async () => {
    await follow();
    const first = await system.tables.commit({ topics: ['article:1'] });
    const second = await system.tables.commit({ topics: ['article:2'] });
    const third = await system.tables.commit({ topics: ['article:3'] });
    await until(async () => expect((await system.get('/api/stats')).headers['journal-position']).toBe(third));
    const missed = [
      { position: second, topics: ['article:2'] },
      { position: third, topics: ['article:3'] },
    ];
    const resumed = await follow('', { 'last-event-id': first });
    await until(() => expect(resumed.changes()).toEqual(missed));
    const begun = await follow(`?after=${first}`);
    await until(() => expect(begun.changes()).toEqual(missed));
  });

  it.each(['', '000000000000', '999999999999', 'nonsense'])(
    'sends a change of everything to a reader with an unknown position: %j',
    async (known) => {
      const stream = await follow('', { 'last-event-id': known });
      await until(() =>
        expect(stream.changes()).toEqual([{ position: system.tables.position, topics: ['*'] }]),
      );
    },
  );

  it('sends a change of everything after the listening connection was cut', async () => {
    const stream = await follow();
    await until(() => expect(stream.text()).toContain('id:'));
    await system.endConnections('%listener');
    await until(() =>
      expect(stream.changes()).toContainEqual({ position: system.tables.position, topics: ['*'] }),
    );
  });

  it('sends a change of everything within about a second when a notification was lost', async () => {
    const stream = await follow();
    for (let times = 0; times < 3; times++) {
      const position = await system.tables.commit({ articles: [{ id: 1 }], isSilent: true });
      const lost = performance.now();
      await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ['*'] }));
      expect(performance.now() - lost).toBeLessThan(1_500);
    }
  });
});

it('no more streams are opened than there may be', async () => {
  const open = [await follow(), await follow(), await follow()];
  const refused = await follow();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBeTruthy();
  expect((await system.get('/metrics')).body).toMatch(/journal_change_streams_open\{[^}]*\} 3/);
  open[0]?.close();
  await until(async () => expect((await follow()).status).toBe(200));
});

it('one address opens no more streams than one may, whatever others have open', async () => {
  const narrow = await createQuerySystem({ limits: { maxPerAddress: 2 } });
  await narrow.tables.commit({ articles: [{ id: 1 }] });
  await narrow.untilReady();
  const url = `${await narrow.listen()}/api/changes`;
  const from = async (address: string) => {
    const stream = await openStream(url, { 'x-forwarded-for': address });
    streams.push(stream);
    return stream;
  };
  const one = [await from('203.0.113.7'), await from('203.0.113.7')];
  const refused = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
  expect((await from('203.0.113.8')).status).toBe(200);
  one[0]?.close();
  await until(async () => expect((await from('203.0.113.7')).status).toBe(200));
  expect((await from('203.0.113.7')).status).toBe(429);
  await narrow.close();
});

it('all streams end when the service stops', async () => {
  const [one, other] = [await follow(), await follow()];
  await system.service.stop();
  await Promise.all([one.ended, other.ended]);
});

it('HEAD answers and opens no stream', async () => {
  const answer = await fetch(`${origin}/api/changes`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  expect((await system.get('/metrics')).body).toMatch(/journal_change_streams_open\{[^}]*\} 0/);
});
