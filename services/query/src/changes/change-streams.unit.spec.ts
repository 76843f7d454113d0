import { PassThrough, Writable } from 'node:stream';
import { type Change, topics } from '@journal/contracts';
import type { Role } from '@journal/events/fields';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { trackModel } from '../tracker/tracked-model.ts';
import { type Audience, topicsFor } from './audience.ts';
import { createChangeFeed, cursorOf, positionsIn } from './change-feed.ts';
import { createChangeStreams } from './change-streams.ts';

function setUp(signedIn = 0, heartbeatInterval = 60_000) {
  const listeners: ((change: Change) => void)[] = [];
  const models = Array.from({ length: 1 + signedIn }, () => ({
    position: '01',
    onChange: (listener: (change: Change) => void) => void listeners.push(listener),
  }));
  const streams = createChangeStreams(
    { public: models.slice(0, 1), signedIn: models.slice(1) },
    { max: 10, maxPerAddress: 10, heartbeatInterval },
    () => {},
  );
  return { streams, models, notify: (change: Change, model = 0) => listeners[model]?.(change) };
}

describe('a reader who does not keep up', () => {
  it('is disconnected before 300 KiB are buffered, and other readers continue', () => {
    const { streams, notify } = setUp();
    const stuck = new Writable({ write() {} });
    const reader = new PassThrough();
    let read = '';
    reader.setEncoding('utf8').on('data', (text: string) => (read += text));
    streams.follow(stuck, { address: '203.0.113.7' });
    streams.follow(reader, { address: '203.0.113.7' });
    let most = 0;
    let last: Change = { position: '', topics: [] };
    for (let step = 0; streams.dropped === 0 && step < 10_000; step++) {
      last = { position: `0${step}`, topics: [`article:${'x'.repeat(1_000)}`] };
      notify(last);
      most = Math.max(most, stuck.writableLength);
      reader.read();
    }
    expect(stuck.destroyed).toBe(true);
    expect(most).toBeLessThan(300 * 1024);
    expect([streams.dropped, streams.open]).toEqual([1, 1]);
    expect(reader.destroyed).toBe(false);
    expect(read).toContain(JSON.stringify(last));
    streams.close();
  });
});

describe('a new reader', () => {
  it('is not registered if it has already disconnected', () => {
    const { streams } = setUp();
    const gone = new PassThrough();
    gone.destroy();
    streams.follow(gone, { address: '203.0.113.7' });
    expect(streams.open).toBe(0);
    expect(streams.isFullFor('203.0.113.7')).toBe(false);
  });

  it('starts at the last change that was sent, even if the tables are ahead of it', () => {
    const { streams, notify, models } = setUp();
    notify({ position: '02', topics: ['*'] });
    Object.assign(models[0] ?? {}, { position: '03' });
    const reader = new PassThrough();
    streams.follow(reader, { address: '203.0.113.7' });
    expect(String(reader.read())).toMatch(/^retry: \d+\nid: 02\n\n$/);
    streams.close();
  });
});

it('a slow reader receives no heartbeat after its stream has ended', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { streams } = setUp(0, 1_000);
  const slow = new Writable({ write() {} }).on('error', () => {});
  streams.follow(slow, { address: '203.0.113.7' });
  streams.follow(slow, { address: '203.0.113.7', allPositions: true });
  streams.close();
  vi.advanceTimersByTime(60_000);
  expect(slow.writableEnded).toBe(true);
  expect(slow.errored).toBeNull();
  expect(streams.open).toBe(0);
});

it('a follower of all positions receives a heartbeat every second, and a reader at the configured interval', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { streams } = setUp(0, 15_000);
  const [ofAll, reader] = [new PassThrough(), new PassThrough()];
  streams.follow(ofAll, { address: '203.0.113.7', allPositions: true });
  streams.follow(reader, { address: '203.0.113.7' });
  const beats = (stream: PassThrough) => String(stream.read() ?? '').match(/^:$/gm)?.length ?? 0;
  expect([ofAll, reader].map(beats)).toEqual([0, 0]);
  vi.advanceTimersByTime(1_000);
  expect([ofAll, reader].map(beats)).toEqual([1, 0]);
  vi.advanceTimersByTime(14_000);
  expect([ofAll, reader].map(beats)).toEqual([14, 1]);
  streams.close();
});

describe('a reader of several read models', () => {
  it('has a position in each, whichever changes first, and receives missed changes once', () => {
    const { streams, notify } = setUp(1);
    const [articles, pitches] = [0, 1].map((model) => (change: Change) => notify(change, model));
    const follow = (lastSeen?: string) => {
      const reader = new PassThrough();
      const audience = { userId: 'editor', sessionVersion: 0, roles: ['admin'] as const };
      streams.follow(reader, { address: '203.0.113.7', lastSeen, audience });
      return () => String(reader.read() ?? '').replace(/^retry: \d+\n+/, '');
    };
    for (const begin of [articles, pitches]) begin?.({ position: '10', topics: ['*'] });
    const live = follow();
    expect(live()).toBe('id: 10~10\n\n');
    pitches?.({ position: '12', topics: ['submissions'] });
    const message = (id: string, data: Change) =>
      `event: change\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
    expect(live()).toBe(message('10~12', { position: '12', topics: ['submissions'] }));
    articles?.({ position: '11', topics: ['articles'] });
    articles?.({ position: '13', topics: [] });
    expect(live()).toBe(message('11~12', { position: '11', topics: ['articles'] }));
    expect(follow('10~12')()).toBe(
      `${message('11~12', { position: '11', topics: ['articles'] })}id: 13~12\n\n`,
    );
    expect(follow('10')()).toBe(
      `${message('11~10', { position: '11', topics: ['articles'] })}${message('11~12', {
        position: '12',
        topics: ['submissions'],
      })}id: 13~12\n\n`,
    );
    expect(follow('13~12')()).toBe('id: 13~12\n\n');
    expect(follow('10~09')()).toBe(`${message('13~12', { position: '12', topics: ['*'] })}id: 13~12\n\n`);
    streams.close();
  });
});

describe('recent changes, of which two are kept', () => {
  function setUpFeed(...changes: Change[]) {
    const onChange = (listener: (change: Change) => void) => listeners.push(listener);
    const listeners: ((change: Change) => void)[] = [];
    const feed = createChangeFeed({ position: '', onChange }, () => {}, 2);
    for (const change of changes) listeners[0]?.(change);
    return feed;
  }

  it.each<[added: string[], after: string, expected: string[] | undefined]>([
    [['06', '07'], '05', ['06', '07']],
    [['06', '07'], '06', ['07']],
    [['06', '07'], '07', []],
    [['06', '07'], '04', undefined],
    [['06', '07'], '08', undefined],
    [['06', '07', '08'], '05', undefined],
    [['06', '07', '08'], '06', ['07', '08']],
  ])('%j: a reader at %s has missed %j, or everything if some are unknown', (added, after, expected) => {
    const feed = setUpFeed(
      { position: '05', topics: ['*'] },
      ...added.map((position) => ({ position, topics: [position] })),
    );
    const known = expected?.map((position) => ({ position, topics: [position] }));
    expect(feed.missedSince(after)).toEqual(known ?? [{ position: feed.position, topics: ['*'] }]);
  });

  it('are a change of everything until the first such change has arrived', () => {
    const feed = setUpFeed({ position: '06', topics: ['a'] });
    expect(feed.missedSince('05')).toEqual([{ position: '06', topics: ['*'] }]);
  });
});

it('a change that arrives during the first poll after a lost connection is not missed by a later reader', () => {
  const { model, notified, polled } = trackModel({
    isConfirmed: () => true,
    isTrusted: () => true,
    renewTrust: async () => {},
    pollSoon() {},
  });
  const feed = createChangeFeed(model, () => {});
  notified({ position: '06', topics: ['article:1'] });
  const found = { position: '05', applied: 5, caughtUp: true, poison: null };
  polled(found, { at: 0, position: '', missedSome: true });
  expect([model.position, feed.position]).toEqual(['06', '06']);
  expect(feed.missedSince('05')).toEqual([{ position: '06', topics: ['*'] }]);
});

describe('a cursor', () => {
  it.each([
    [['01'], '01'],
    [['01', '02'], '01~02'],
    [['', '02'], '~02'],
    [['01/02', ''], '01/02~'],
    [['', ''], ''],
  ])('encodes the positions %j as %j', (positions, cursor) => {
    expect(cursorOf(positions)).toBe(cursor);
    expect(positionsIn(cursor, positions.length)).toEqual(positions);
  });

  it.each([
    ['07', 3, ['07', '07', '07']],
    ['07~08', 3, ['07', '08', '07']],
    ['07~08', 1, ['07']],
  ])('%j gives %i read models the positions %j', (cursor, count, positions) => {
    expect(positionsIn(cursor, count)).toEqual(positions);
  });
});

describe('topics', () => {
  const everybodys = ['articles', 'article:7', 'section:view', 'featured', 'stats', '*'];
  const newsrooms = [topics.submissions, topics.submission('a'), topics.audit, 'of tomorrow', 'articles:x'];
  const all = [...everybodys, ...newsrooms, topics.mine('ada'), topics.mine('ben'), 'mine:'];
  const is = (userId: string, ...roles: Role[]): Audience => ({ userId, roles, sessionVersion: 0 });
  const ofPitches = newsrooms.filter((topic) => topic !== topics.audit);

  it.each<[string, Audience | undefined, string[]]>([
    ['a visitor', undefined, []],
    ['a writer', is('ada'), ['mine:ada']],
    ['another writer', is('ben'), ['mine:ben']],
    ['an administrator', is('cleo', 'admin'), newsrooms],
    ['an administrator who writes', is('ada', 'admin'), [...newsrooms, 'mine:ada']],
    ['an editor', is('cleo', 'editor'), ofPitches],
    ['a user with the safeguarding role', is('cleo', 'safeguarding'), ofPitches],
    // The pitch may be one that they do not look after.
    ['a reviewer', is('cleo', 'reviewer'), [topics.submissions]],
  ])('are sent to %s if public, the user’s own, or permitted by a role', (_who, audience, more) => {
    expect(topicsFor(all, audience)).toEqual([...everybodys, ...more]);
  });
});
