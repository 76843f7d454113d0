import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream } from '../testing/event-stream.ts';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';

let side: QuerySide;
let origin: string;
let streams: Awaited<ReturnType<typeof openStream>>[] = [];

beforeEach(async () => {
  side = await createQuerySide({ limits: { heartbeatInterval: 50, max: 3 }, articles: [{ id: 1 }] });
  await side.untilReady();
  origin = await side.listen();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  streams = [];
  await side.close();
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
    const position = await side.tables.commit({ topics: ['articles', 'article:1'] });
    await until(() =>
      expect(stream.text()).toContain(
        `event: change\nid: ${position}\ndata: {"position":"${position}","topics":["articles","article:1"]}\n\n`,
      ),
    );
  });

  it('says nothing of a step that changed nothing', async () => {
    const stream = await follow();
    await side.tables.commit({});
    const position = await side.tables.commit({ topics: ['stats'] });
    await until(() => expect(stream.changes()).toEqual([{ position, topics: ['stats'] }]));
  });

  it('tells nothing to a reader whose page was read after such a step', async () => {
    await side.tables.commit({ topics: ['article:1'] });
    const read = await side.tables.commit({});
    await until(async () => expect((await side.get('/api/stats')).headers['journal-position']).toBe(read));
    const stream = await follow(`?after=${read}`);
    const position = await side.tables.commit({ topics: ['stats'] });
    await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ['stats'] }));
    expect(stream.changes()).toHaveLength(1);
  });

  it('shows that it lives', async () => {
    const stream = await follow();
    await until(() => expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(2));
  });

  it('goes on after the last change that the reader knows', async () => {
    await follow();
    const first = await side.tables.commit({ topics: ['article:1'] });
    const second = await side.tables.commit({ topics: ['article:2'] });
    const third = await side.tables.commit({ topics: ['article:3'] });
    await until(async () => expect((await side.get('/api/stats')).headers['journal-position']).toBe(third));
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
    'tells who knows %j, which is not known here, that anything may have changed',
    async (known) => {
      const stream = await follow('', { 'last-event-id': known });
      await until(() =>
        expect(stream.changes()).toEqual([{ position: side.tables.position, topics: ['*'] }]),
      );
    },
  );

  it('tells that anything may have changed after the listening connection was cut', async () => {
    const stream = await follow();
    await until(() => expect(stream.text()).toContain('id:'));
    await side.endConnections('%listener');
    await until(() =>
      expect(stream.changes()).toContainEqual({ position: side.tables.position, topics: ['*'] }),
    );
  });

  it('tells within about a second that anything may have changed when a notification was lost', async () => {
    const stream = await follow();
    for (let times = 0; times < 3; times++) {
      const position = await side.tables.commit({ articles: [{ id: 1 }], isSilent: true });
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
  expect((await side.get('/metrics')).body).toMatch(/journal_change_streams_open\{[^}]*\} 3/);
  open[0]?.close();
  await until(async () => expect((await follow()).status).toBe(200));
});

it('one address opens no more streams than one may, whatever others have open', async () => {
  const narrow = await createQuerySide({ limits: { maxPerAddress: 2 } });
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
  await side.service.stop();
  await Promise.all([one.ended, other.ended]);
});

it('HEAD answers and opens no stream', async () => {
  const answer = await fetch(`${origin}/api/changes`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  expect((await side.get('/metrics')).body).toMatch(/journal_change_streams_open\{[^}]*\} 0/);
});
