import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';

let side: QuerySide;
const maxWait = 300;

beforeEach(async () => {
  side = await createQuerySide({ maxWait });
  await side.tables.commit({ articles: [{ id: 1, title: 'First' }] });
  await side.untilReady();
});
afterEach(() => side.close());

const titleOf = async (position?: string) => {
  const answer = await side.get(
    '/api/articles/1',
    position === undefined ? {} : { 'journal-position': position },
  );
  return { title: answer.json().title as string, headers: answer.headers };
};

describe('a reader who carries a position', () => {
  it('waits for it and then sees what was written', async () => {
    await titleOf();
    const waiting = titleOf(side.tables.nextPosition);
    const position = await side.tables.commit({
      articles: [{ id: 1, title: 'Second' }],
      topics: ['article:1'],
    });
    const { title, headers } = await waiting;
    expect(title).toBe('Second');
    expect(headers).toMatchObject({ 'journal-position': position, 'cache-control': 'no-cache' });
  });

  it('sees it too when the notification is lost', async () => {
    await titleOf();
    const waiting = titleOf(side.tables.nextPosition);
    await side.tables.commit({ articles: [{ id: 1, title: 'Second' }], isSilent: true });
    expect((await waiting).title).toBe('Second');
  });

  it('sees it too while notifications are down', async () => {
    await titleOf();
    await side.endConnections('%listener');
    const position = await side.tables.commit({
      articles: [{ id: 1, title: 'Second' }],
      topics: ['article:1'],
    });
    expect((await titleOf(position)).title).toBe('Second');
  });

  it('does not wait for what is there already', async () => {
    const started = performance.now();
    await titleOf(side.tables.position);
    expect(performance.now() - started).toBeLessThan(maxWait / 2);
  });

  it('is answered from what is there when the time is over, and nobody may keep that', async () => {
    const started = performance.now();
    const { title, headers } = await titleOf('999999999999');
    expect(performance.now() - started).toBeGreaterThanOrEqual(maxWait - 5);
    expect(title).toBe('First');
    expect(headers).toMatchObject({
      'journal-position': side.tables.position,
      'cache-control': 'no-store',
    });
  });

  it.each(['', '1', '0000000000012', 'ü00000000001', ' ', `${'1'.repeat(101)}`])(
    'is refused with the position %j',
    async (position) => {
      const answer = await side.get('/api/articles/1', { 'journal-position': position });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-position']);
    },
  );
});

it('a service that stops lets nobody wait', async () => {
  const slow = await createQuerySide({ maxWait: 60_000 });
  await slow.tables.commit({ articles: [{ id: 1 }] });
  await slow.untilReady();
  const waiting = slow.get('/api/articles/1', { 'journal-position': '999999999999' });
  await slow.service.stop();
  expect((await waiting).statusCode).toBeLessThan(504);
  await slow.close();
});
