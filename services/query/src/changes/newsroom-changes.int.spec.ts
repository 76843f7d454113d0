import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream } from '../testing/event-stream.ts';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';

type Stream = Awaited<ReturnType<typeof openStream>>;

let system: QuerySystem;
let origin: string;
let streams: Stream[] = [];

beforeEach(async () => {
  system = await createQuerySystem({
    limits: { rightsInterval: 20 },
    articles: [{ id: 1 }],
    begin: async (tables) => {
      await tables.submissions.commit({ position: tables.position });
      await tables.accounts.put({ userId: 'writer' });
      await tables.accounts.put({ userId: 'other' });
      await tables.accounts.put({ userId: 'admin', isAdmin: true });
      await tables.accounts.moveTo(tables.position);
    },
  });
  await system.untilReady();
  origin = await system.listen();
});
afterEach(async () => {
  for (const stream of streams) stream.close();
  streams = [];
  await system.close();
});

async function follow(userId?: string, { version = 0, lastSeen = '' } = {}): Promise<Stream> {
  const stream = await openStream(`${origin}/api/changes`, {
    ...(userId === undefined ? {} : { cookie: await system.cookieOf({ userId, version }) }),
    ...(lastSeen === '' ? {} : { 'last-event-id': lastSeen }),
  });
  streams.push(stream);
  return stream;
}
/** A pitch of the writer changes, in a step after all others. */
async function changePitch(): Promise<string> {
  const position = system.tables.nextPosition;
  await system.tables.commit({});
  return system.tables.submissions.commit({
    position,
    topics: ['submissions', 'submission:a', 'mine:writer'],
  });
}
const changeArticle = () => system.tables.commit({ topics: ['articles', 'article:1'] });
/** But for the audit's first word, for which nobody waits. */
const topicsOf = (stream: Stream) =>
  stream
    .changes()
    .map(({ topics }) => topics)
    .filter(([topic]) => topic !== '*');
const idsOf = (stream: Stream) => [...stream.text().matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');
/** It has its place; the audit's first word may have come since. */
const untilBegun = (stream: Stream) => until(() => expect(idsOf(stream)).not.toEqual([]));
/** Everything that was changed before has been told to whoever is told of it. */
const untilSent = async (...streamsSent: Stream[]) => {
  const position = await changeArticle();
  for (const stream of streamsSent)
    await until(() =>
      expect(stream.changes().at(-1)).toEqual({ position, topics: ['articles', 'article:1'] }),
    );
};

const ofArticle = ['articles', 'article:1'];
const ofPitch = ['submissions', 'submission:a'];

describe('who is sent what', () => {
  it('editors of every pitch, a writer of the own, others and visitors of none', async () => {
    const all = [await follow('admin'), await follow('writer'), await follow('other'), await follow()];
    await changePitch();
    await until(() => expect(topicsOf(all[0] as Stream)).toHaveLength(1));
    await untilSent(...all);
    expect(all.map(topicsOf)).toEqual([
      [ofPitch, ofArticle],
      [['mine:writer'], ofArticle],
      [ofArticle],
      [ofArticle],
    ]);
    const [visitors] = all.slice(-1);
    expect(visitors?.text()).not.toMatch(/submission|mine|~/);
  });

  it('the same to a reader who resumes', async () => {
    const editor = await follow('admin');
    await untilBegun(editor);
    const [begun = ''] = idsOf(editor);
    await changePitch();
    await until(() => expect(topicsOf(editor)).toHaveLength(1));
    await untilSent(editor);
    const sentTo = async (userId?: string) => {
      const stream = await follow(userId, { lastSeen: begun });
      await until(() => expect(stream.text()).toContain('article:1'));
      return topicsOf(stream);
    };
    expect((await sentTo('admin')).sort()).toEqual([ofArticle, ofPitch].sort());
    expect((await sentTo('writer')).sort()).toEqual([ofArticle, ['mine:writer']].sort());
    expect(await sentTo('other')).toEqual([ofArticle]);
    expect(await sentTo()).toEqual([ofArticle]);
  });

  it('an editor who resumes is sent nothing twice, and misses nothing', async () => {
    const editor = await follow('admin');
    await changePitch();
    await until(() => expect(topicsOf(editor)).toHaveLength(1));
    await untilSent(editor);
    const last = idsOf(editor).at(-1) ?? '';
    editor.close();
    await changePitch();
    const again = await follow('admin', { lastSeen: last });
    await until(() => expect(topicsOf(again)).toEqual([ofPitch]));
  });
});

describe('a stream of somebody', () => {
  it('whose rights have ended ends, and the next one carries what everybody is sent', async () => {
    const [editor, visitor] = [await follow('admin'), await follow()];
    await untilBegun(editor);
    const [begun = ''] = idsOf(editor);
    await system.tables.accounts.put({ userId: 'admin', sessionVersion: 1 });
    await editor.ended;
    await changePitch();
    for (const version of [0, 1]) {
      const back = await follow('admin', { version, lastSeen: begun });
      await untilSent(visitor, back);
      expect(back.text()).not.toMatch(/submission/);
      expect(topicsOf(back).flat()).not.toContain('mine:writer');
    }
    expect(editor.text()).not.toMatch(/submission:/);
  });

  it.each<[string, () => Promise<void>]>([
    ['whose session is over', () => system.tables.accounts.put({ userId: 'writer', sessionVersion: 1 })],
    ['who has been forgotten', () => system.tables.accounts.remove('writer')],
    ['whose key is gone', () => system.tables.accounts.put({ userId: 'writer', email: null })],
    ['who may do more now', () => system.tables.accounts.put({ userId: 'writer', isAdmin: true })],
  ])('%s ends, the others go on', async (_who, change) => {
    const others = [await follow('admin'), await follow('other'), await follow()];
    const theirs = await follow('writer');
    await untilBegun(theirs);
    await change();
    await theirs.ended;
    await untilSent(...others);
  });

  it('of whom nothing can be known ends, a visitor’s goes on', async () => {
    const [editor, visitor] = [await follow('admin'), await follow()];
    await untilBegun(editor);
    system.gate.shut();
    await editor.ended;
    system.gate.open();
    const position = await changeArticle();
    await until(() => expect(visitor.changes().at(-1)?.position).toBe(position));
  });

  it('whose session is newer than the tables has to come again, and is signed out by nobody', async () => {
    const stream = await follow('writer', { version: 1 });
    expect([stream.status, stream.headers['set-cookie']]).toEqual([503, undefined]);
    await system.tables.accounts.put({ userId: 'writer', sessionVersion: 1 });
    expect((await follow('writer', { version: 1 })).status).toBe(200);
  });
});
