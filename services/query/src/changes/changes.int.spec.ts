import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Change } from '@journal/contracts';
import { until } from '@journal/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '../database.ts';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { moveCheckpoint } from '../testing/rows.ts';

let system: QuerySystem;
let origin: string;
const streams: { close(): void }[] = [];
const [max, maxPerAddress] = [8, 5];

beforeAll(async () => {
  system = await createQuerySystem({
    limits: { rightsInterval: 20, heartbeatInterval: 50, max, maxPerAddress },
    begin: async (tables) => {
      await tables.commit({ articles: [{ id: 1 }] });
      await tables.submissions.commit({ position: tables.position });
      for (const userId of [
        'writer',
        'other',
        'session-over',
        'signed-out',
        'end-unknown',
        'forgotten',
        'keyless',
        'promoted',
        'later',
      ])
        await tables.accounts.put({ userId });
      for (const userId of ['admin', 'admin-no-more'])
        await tables.accounts.put({ userId, roles: ['admin'] });
      for (const role of ['editor', 'safeguarding'] as const)
        await tables.accounts.put({ userId: role, roles: [role] });
      await tables.accounts.moveTo(tables.position);
    },
  });
  await system.untilReady();
  origin = await system.listen();
});
afterAll(() => system.close());
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** An open GET of server-sent events, and what it has received so far. */
async function openStream(path: string, headers: Record<string, string>) {
  const request = get(origin + path, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => {});
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const changes = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? '') as Change);
  const stream = {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    changes,
    topics: () => changes().map(({ topics }) => topics),
    ids: () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? ''),
    /** Resolves when the stream has ended. */
    ended,
    close: () => request.destroy(),
  };
  streams.push(stream);
  return stream;
}
type Stream = Awaited<ReturnType<typeof openStream>>;

const expectOpen = async (count: number) => {
  const { body } = await system.get('/metrics');
  expect(Number(/journal_change_streams_open\{[^}]*\} (\d+)/.exec(body)?.[1])).toBe(count);
};
const follow = (query = '', headers: Record<string, string> = {}) =>
  openStream(`/api/changes${query}`, headers);
const ofSignedOut = {
  ...{ sessionId: 'session-1', userId: 'signed-out', version: 0, device: null, startedAt: '2026-01-01' },
};
const followAs = async (userId?: string, { id = '', version = 0, lastSeen = '' } = {}) =>
  follow('', {
    ...(userId === undefined ? {} : { cookie: await system.cookieOf({ id, userId, version }) }),
    ...(lastSeen === '' ? {} : { 'last-event-id': lastSeen }),
  });
const untilRead = (position: string) =>
  until(async () => expect((await system.get('/api/stats')).headers['journal-position']).toBe(position));
/** Resolves when the stream has sent its first position. */
const untilBegun = (stream: Stream) => until(() => expect(stream.ids()).not.toEqual([]));

const ofArticle = ['articles', 'article:1'];
const ofPitch = ['submissions', 'submission:a'];
const changeArticle = () => system.tables.commit({ topics: ofArticle });
/** Changes a pitch of the writer, in a step after all others. */
async function changePitch(): Promise<string> {
  const position = await system.tables.commit({});
  return system.tables.submissions.commit({ position, topics: [...ofPitch, 'mine:writer'] });
}
/** Resolves when all earlier changes have been sent to the streams that receive them. */
async function untilSent(...told: Stream[]) {
  const position = await changeArticle();
  for (const stream of told)
    await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ofArticle }));
}

it('a gateway in the same process can recognize a stream by its content type', async () => {
  const received = once(system.service.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  await follow();
  const [, response] = await received;
  expect(response.getHeader('content-type')).toBe('text/event-stream; charset=utf-8');
});

describe('a stream of changes', () => {
  it('starts with the time to reconnect and its position', async () => {
    const begun = system.tables.position;
    const stream = await follow();
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await until(() => expect(stream.text()).toMatch(new RegExp(`^retry: \\d+\\nid: ${begun}\\n\\n`)));
  });

  it('sends each change with its position, and heartbeats', async () => {
    const stream = await follow();
    await untilBegun(stream);
    // A step without changes sends nothing.
    await system.tables.commit({});
    const position = await changeArticle();
    await until(() =>
      expect(stream.text()).toContain(
        `event: change\nid: ${position}\ndata: {"position":"${position}","topics":["articles","article:1"]}\n\n`,
      ),
    );
    expect(stream.changes()).toHaveLength(1);
    await until(() => expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(2));
  });

  it('sends no earlier change to a reader whose position is that of a step without changes', async () => {
    await system.tables.commit({ topics: ['article:1'] });
    const read = await system.tables.commit({});
    await untilRead(read);
    const stream = await follow(`?after=${read}`);
    const position = await system.tables.commit({ topics: ['stats'] });
    await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ['stats'] }));
    expect(stream.changes()).toHaveLength(1);
  });

  it('resumes after the last change that the reader knows', async () => {
    const positions: string[] = [];
    for (const id of [1, 2, 3]) positions.push(await system.tables.commit({ topics: [`article:${id}`] }));
    const [first = '', second = '', third = ''] = positions;
    await untilRead(third);
    const missed = [
      { position: second, topics: ['article:2'] },
      { position: third, topics: ['article:3'] },
    ];
    for (const resumed of [await follow('', { 'last-event-id': first }), await follow(`?after=${first}`)])
      await until(() => expect(resumed.changes()).toEqual(missed));
  });

  it.each(['', '000000000000', '999999999999', 'nonsense'])(
    'sends a change of everything to a reader with an unknown position: %j',
    async (known) => {
      for (const stream of [await follow('', { 'last-event-id': known }), await follow(`?after=${known}`)])
        await until(() =>
          expect(stream.changes()).toEqual([{ position: system.tables.position, topics: ['*'] }]),
        );
    },
  );

  it('sends a change of everything within 1.5 s if a notification is lost', async () => {
    const stream = await follow();
    for (let times = 0; times < 3; times++) {
      const position = await system.tables.commit({ articles: [{ id: 1 }], isSilent: true });
      const lost = performance.now();
      await until(() => expect(stream.changes().at(-1)).toEqual({ position, topics: ['*'] }));
      expect(performance.now() - lost).toBeLessThan(1_500);
    }
  });

  it('sends a change of everything after the listening connection is cut', async () => {
    const stream = await follow();
    await untilBegun(stream);
    await system.endConnections('%listener');
    await until(() =>
      expect(stream.changes()).toContainEqual({ position: system.tables.position, topics: ['*'] }),
    );
  });
});

describe('a client that follows all positions', () => {
  const followAll = () => openStream('/internal/changes', {});

  it('receives each position, also the first and those of topics it may not see, and heartbeats', async () => {
    const begun = system.tables.position;
    const stream = await followAll();
    await until(() => expect(stream.changes()).toEqual([{ position: begun, topics: [] }]));
    const positions = [
      await system.tables.commit({}),
      await system.tables.commit({ topics: ['submissions'] }),
      await system.tables.commit({ topics: ['stats', 'submissions'] }),
    ];
    const topics = [[], [], ['stats']];
    await until(() =>
      expect(stream.changes().slice(1)).toEqual(
        positions.map((position, index) => ({ position, topics: topics[index] })),
      ),
    );
    await until(() => expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(1));
  });

  it('is disconnected when the listening connection is cut', async () => {
    const [stream, reader] = [await followAll(), await follow()];
    await untilBegun(stream);
    await system.endConnections('%listener');
    await stream.ended;
    await until(async () => expect((await followAll()).status).toBe(200));
    await untilSent(reader);
  });

  it('does not count towards the maximum number of streams per address', async () => {
    const before = await followAll();
    const readers = await Promise.all(Array.from({ length: maxPerAddress }, () => follow()));
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
    expect((await follow()).status).toBe(429);
    expect([before.status, (await followAll()).status]).toEqual([200, 200]);
  });
});

describe('recipients of changes', () => {
  it('administrators receive changes of all pitches, writers those of their own, visitors none', async () => {
    const all = await Promise.all(['admin', 'writer', 'other', undefined].map((who) => followAs(who)));
    await changePitch();
    await until(() => expect(all[0]?.topics()).toHaveLength(1));
    await untilSent(...all);
    expect(all.map((stream) => stream.topics())).toEqual([
      [ofPitch, ofArticle],
      [['mine:writer'], ofArticle],
      [ofArticle],
      [ofArticle],
    ]);
    expect(all[3]?.text()).not.toMatch(/submission|mine|~/);
  });

  it('administrators receive changes of mailings, writers and visitors do not', async () => {
    const all = await Promise.all(['admin', 'writer', undefined].map((who) => followAs(who)));
    const position = await system.tables.commit({});
    await moveCheckpoint(system.tables.pool, schemas.mailings, position, ['mailings']);
    await until(() => expect(all[0]?.topics()).toEqual([['mailings']]));
    await untilSent(...all);
    expect(all.map((stream) => stream.topics())).toEqual([
      [['mailings'], ofArticle],
      [ofArticle],
      [ofArticle],
    ]);
  });

  it('safeguarding is told of concerns from the public form, editors and visitors are not', async () => {
    const all = await Promise.all(['safeguarding', 'editor', undefined].map((who) => followAs(who)));
    const position = await system.tables.commit({});
    await moveCheckpoint(system.tables.pool, schemas.concerns, position, ['concerns']);
    await until(() => expect(all[0]?.topics()).toEqual([['concerns']]));
    await untilSent(...all);
    expect(all.map((stream) => stream.topics())).toEqual([
      [['concerns'], ofArticle],
      [ofArticle],
      [ofArticle],
    ]);
  });

  it('a reader who resumes receives what they missed, once, as far as their rights allow', async () => {
    const editor = await followAs('admin');
    await untilBegun(editor);
    const [begun = ''] = editor.ids();
    await changePitch();
    await until(() => expect(editor.topics()).toHaveLength(1));
    await untilSent(editor);
    const sentTo = async (userId?: string) => {
      const stream = await followAs(userId, { lastSeen: begun });
      await until(() => expect(stream.text()).toContain('article:1'));
      return stream.topics().sort();
    };
    expect(await sentTo('admin')).toEqual([ofArticle, ofPitch].sort());
    expect(await sentTo('writer')).toEqual([ofArticle, ['mine:writer']].sort());
    expect(await sentTo('other')).toEqual([ofArticle]);
    expect(await sentTo()).toEqual([ofArticle]);
    editor.close();
    await changePitch();
    const again = await followAs('admin', { lastSeen: editor.ids().at(-1) ?? '' });
    await until(() => expect(again.topics()).toEqual([ofPitch]));
  });
});

describe('a signed-in user’s stream', () => {
  it('ends when the user’s rights end, and the next one carries only public changes', async () => {
    const [editor, visitor] = [await followAs('admin-no-more'), await follow()];
    await untilBegun(editor);
    const [begun = ''] = editor.ids();
    await system.tables.accounts.put({ userId: 'admin-no-more', sessionVersion: 1 });
    await editor.ended;
    await changePitch();
    for (const version of [0, 1]) {
      const back = await followAs('admin-no-more', { version, lastSeen: begun });
      await untilSent(visitor, back);
      expect(back.text()).not.toMatch(/submission/);
      expect(back.topics().flat()).not.toContain('mine:writer');
    }
    expect(editor.text()).not.toMatch(/submission:/);
  });

  it('ends when the user’s rights change in any way, while other streams continue', async () => {
    const others = [await followAs('admin'), await follow()];
    const { accounts } = system.tables;
    for (const [userId, change] of [
      ['session-over', () => accounts.put({ userId: 'session-over', sessionVersion: 1 })],
      ['signed-out', () => accounts.begin({ ...ofSignedOut, endedAt: '2026-01-02' })],
      ['end-unknown', () => accounts.endSession('end-unknown', '999999999999')],
      ['forgotten', () => accounts.remove('forgotten')],
      ['keyless', () => accounts.put({ userId: 'keyless', email: null })],
      ['promoted', () => accounts.put({ userId: 'promoted', roles: ['admin'] })],
    ] as const) {
      const theirs = await followAs(userId, userId === 'signed-out' ? { id: ofSignedOut.sessionId } : {});
      await untilBegun(theirs);
      await change();
      await theirs.ended;
    }
    await untilSent(...others);
  });

  it('ends if the user’s rights cannot be read, while a visitor’s stream continues', async () => {
    const [editor, visitor] = [await followAs('admin'), await follow()];
    await untilBegun(editor);
    system.gate.shut();
    await editor.ended;
    system.gate.open();
    const position = await changeArticle();
    await until(() => expect(visitor.changes().at(-1)?.position).toBe(position));
  });

  it('returns 503 without clearing the cookie if the session is newer than the tables', async () => {
    const stream = await followAs('later', { version: 1 });
    expect([stream.status, stream.headers['set-cookie']]).toEqual([503, undefined]);
    await system.tables.accounts.put({ userId: 'later', sessionVersion: 1 });
    expect((await followAs('later', { version: 1 })).status).toBe(200);
  });
});

const from = (address: string) => follow('', { 'x-forwarded-for': address });

it('an address gets 429 beyond its maximum number of streams, and other addresses are unaffected', async () => {
  await until(() => expectOpen(0));
  const [first] = await Promise.all(Array.from({ length: maxPerAddress }, () => from('203.0.113.7')));
  const refused = await fetch(`${origin}/api/changes`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
  expect((await from('203.0.113.8')).status).toBe(200);
  first?.close();
  await until(async () => expect((await from('203.0.113.7')).status).toBe(200));
  expect((await from('203.0.113.7')).status).toBe(429);
});

it('a request beyond the maximum number of streams gets 503, and HEAD opens no stream', async () => {
  await until(() => expectOpen(0));
  const head = await fetch(`${origin}/api/changes`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await expectOpen(0);
  const [first] = await Promise.all(Array.from({ length: max }, (_, at) => from(`203.0.113.${at}`)));
  const refused = await follow();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBeTruthy();
  await expectOpen(max);
  first?.close();
  await until(async () => expect((await follow()).status).toBe(200));
});

it('all streams end when the service stops', async () => {
  const [one, other] = [await follow(), await follow()];
  await system.service.stop();
  await Promise.all([one.ended, other.ended]);
});
