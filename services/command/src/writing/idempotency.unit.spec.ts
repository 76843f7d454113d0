import { AppendUnknown } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { describe, expect, it } from 'vitest';
import { codeOf, createCommandSide, sampleArticle } from '../testing/command-side.ts';

const key = { 'idempotency-key': 'key-1' };
const typesOf = (side: Awaited<ReturnType<typeof createCommandSide>>) => side.log.map((event) => event.type);
const whole = ['ArticleIdClaimed', 'RequestAccepted', 'ArticlePublished'];

describe('publishing with an Idempotency-Key', () => {
  it('claims, accepts, publishes; the log reveals neither the key nor the body', async () => {
    const side = await createCommandSide();
    await side.publish({}, key);
    expect(typesOf(side)).toEqual(whole);
    const accepted = side.log[1];
    expect(accepted?.stream).toMatch(/^idempotency-[0-9a-f]{64}$/);
    expect(accepted?.data).toEqual({
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      stream: 'article-1',
    });
    expect(JSON.stringify(side.log)).not.toContain('key-1');
  });

  it('costs at most 4 operations on the log', async () => {
    const log = createMemoryEventStore();
    const operations: string[] = [];
    const store = {
      ...log,
      append(...given: Parameters<typeof log.append>) {
        operations.push(`append ${given[0].replace(/-[0-9a-f]{64}$/, '')}`);
        return log.append(...given);
      },
      read(...given: Parameters<typeof log.read>) {
        operations.push(`read ${given[0].replace(/-[0-9a-f]{64}$/, '')}`);
        return log.read(...given);
      },
    };
    const side = await createCommandSide({ store });
    expect((await side.publish({}, key)).statusCode).toBe(201);
    expect(operations).toEqual([
      'read idempotency',
      'append article-ids',
      'append idempotency',
      'append article-1',
    ]);
    operations.length = 0;
    expect((await side.publish()).statusCode).toBe(201);
    expect(operations).toEqual(['append article-ids', 'append article-2']);
  });

  it('returns the first answer again and writes nothing, whatever became of the article', async () => {
    const side = await createCommandSide();
    const first = await side.publish({}, key);
    await side.edit(1, { title: 'Edited since' });
    await side.remove(1);
    side.clock.now = new Date('2027-01-01T00:00:00.000Z');
    const before = side.log.length;
    const again = await side.publish({ title: '  Title ' }, key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    for (const header of ['location', 'etag', 'journal-position'])
      expect(again.headers[header]).toBe(first.headers[header]);
    expect(side.log).toHaveLength(before);
  });

  it('is the same request whatever the order of its fields', async () => {
    const side = await createCommandSide();
    await side.publish({}, key);
    const payload = Object.fromEntries(Object.entries(sampleArticle).reverse());
    const again = await side.send('POST', '/api/articles', { payload, headers: key });
    expect(again.json().id).toBe(1);
  });

  it('rejects the key for another body or path', async () => {
    const side = await createCommandSide();
    await side.publish({}, key);
    await side.publish();
    await side.remove(2);
    const before = side.log.length;
    for (const answer of [await side.publish({ title: 'Other' }, key), await side.restore(2, key)])
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'idempotency-key-reused']);
    expect(side.log).toHaveLength(before);
  });

  it('makes one article of concurrent requests', async () => {
    const side = await createCommandSide();
    const answers = await Promise.all([side.publish({}, key), side.publish({}, key), side.publish({}, key)]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.headers['journal-position'])).size).toBe(1);
    expect(typesOf(side).toSorted()).toEqual(whole.toSorted());
  });

  it('rejects one of two different concurrent requests', async () => {
    const side = await createCommandSide();
    const answers = await Promise.all([side.publish({}, key), side.publish({ title: 'Other' }, key)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 422]);
    expect(typesOf(side).filter((type) => type === 'ArticlePublished')).toHaveLength(1);
  });

  it.each([
    ['before the claim', 0],
    ['between claim and acceptance', 1],
    ['between acceptance and publishing', 2],
  ])('completes what was interrupted %s', async (_where, appendsBefore) => {
    const side = await createCommandSide();
    let left = appendsBefore;
    const breakOff = () => {
      if (left === 0) throw new AppendUnknown('the process died');
      left--;
      side.interrupt(breakOff);
    };
    side.interrupt(breakOff);
    expect((await side.publish({}, key)).statusCode).toBe(503);
    expect(side.log).toHaveLength(appendsBefore);
    const again = await side.publish({}, key);
    expect([again.statusCode, again.json().id]).toEqual([201, 1]);
    expect(typesOf(side)).toEqual(whole);
  });

  it('answers with what was published if only the answer was lost', async () => {
    const side = await createCommandSide();
    const { append } = side.store;
    side.store.append = async (stream, events, expected) => {
      const result = await append(stream, events, expected);
      if (stream === 'article-1') {
        side.store.append = append;
        throw new AppendUnknown('the answer was lost');
      }
      return result;
    };
    expect((await side.publish({}, key)).statusCode).toBe(503);
    const again = await side.publish({}, key);
    expect([again.statusCode, again.json().id]).toEqual([201, 1]);
    expect(typesOf(side)).toEqual(whole);
  });

  it.each(['', ' '.repeat(3), 'x'.repeat(201), 'schlüssel', 'a\u0001b'])(
    'refuses %j as a key',
    async (bad) => {
      const side = await createCommandSide();
      const answer = await side.publish({}, { 'idempotency-key': bad });
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-idempotency-key']);
      expect(side.log).toEqual([]);
    },
  );

  it('remembers no rejected request', async () => {
    const side = await createCommandSide();
    expect((await side.publish({ title: '' }, key)).statusCode).toBe(400);
    expect((await side.publish({}, key)).statusCode).toBe(201);
  });
});

describe('restoring with an Idempotency-Key', () => {
  it('restores once, and answers as before although it was deleted again since', async () => {
    const side = await createCommandSide();
    await side.publish();
    await side.remove(1);
    const first = await side.restore(1, key);
    await side.remove(1);
    const before = side.log.length;
    const again = await side.restore(1, key);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag]);
    expect(side.log).toHaveLength(before);
  });

  it('completes what was interrupted after its acceptance', async () => {
    const side = await createCommandSide();
    await side.publish();
    await side.remove(1);
    side.interrupt(() => {
      side.interrupt(() => {
        throw new AppendUnknown('the process died');
      });
    });
    expect((await side.restore(1, key)).statusCode).toBe(503);
    expect((await side.restore(1, key)).statusCode).toBe(200);
    expect(typesOf(side).filter((type) => type === 'RequestAccepted')).toHaveLength(1);
  });

  it('writes nothing if rejected, and may be repeated', async () => {
    const side = await createCommandSide();
    await side.publish();
    const before = side.log.length;
    expect(codeOf(await side.restore(1, key))).toBe('article-not-deleted');
    expect(side.log).toHaveLength(before);
    await side.remove(1);
    expect((await side.restore(1, key)).statusCode).toBe(200);
  });

  it('is another request for another article', async () => {
    const side = await createCommandSide();
    for (const id of [1, 2]) {
      await side.publish();
      await side.remove(id);
    }
    expect((await side.restore(1, key)).statusCode).toBe(200);
    expect(codeOf(await side.restore(2, key))).toBe('idempotency-key-reused');
  });
});

describe('an Idempotency-Key on a request that is idempotent by itself', () => {
  it('is ignored', async () => {
    const side = await createCommandSide();
    await side.publish();
    for (const title of ['One', 'Two']) expect((await side.edit(1, { title }, key)).json().title).toBe(title);
  });
});
