import { PassThrough } from 'node:stream';
import { draftEtag } from '@journal/contracts';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { draftLifetime } from '@journal/read-models/drafts';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, sampleArticle, samplePitch, userWith } from '../testing/command-side.ts';

type Newsroom = Awaited<ReturnType<typeof createNewsroom>>;
type User = { readonly userId: string; readonly headers: { readonly cookie: string } };
type Content = { values: object; base?: object };

const content = { values: { articleTitle: 'Begun at school', fullEssay: 'An essay' } };

/** The requests of one user for one draft. */
function drafting(side: Newsroom, user: User, target = 'new-pitch') {
  const path = `/api/me/drafts/${target}`;
  return {
    save: (given: Content = content, headers: Record<string, string> = {}) =>
      side.call('PUT', path, given, { ...user.headers, ...headers }),
    discard: (headers: Record<string, string> = {}) =>
      side.call('DELETE', path, undefined, { ...user.headers, ...headers }),
    read: async () => {
      const { userId } = user;
      const answer = await side.send('POST', `/api/operations/users/${userId}/drafts?target=${target}`);
      return answer.json()[0] as (Content & { target: string; savedAt: string; version: number }) | undefined;
    },
  };
}
const etagOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['etag']);
const over = (answer: { headers: Record<string, unknown> }) => ({ 'if-match': etagOf(answer) });
const noneOf = ({ userId }: User) => ({ 'if-match': draftEtag(0, userId) });

describe('a draft', () => {
  it('is stored for its user with the time it was saved, and writes no event', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    const before = side.log.length;
    const saved = await save();
    expect([saved.statusCode, saved.headers['cache-control']]).toEqual([204, 'no-store']);
    expect(await read()).toMatchObject({ ...content, base: null, savedAt: '2026-01-02T03:04:05.678Z' });
    expect(side.log).toHaveLength(before);
    expect(await drafting(side, side.admin).read()).toBeUndefined();
  });

  it('is neither overwritten nor discarded if a newer version exists', async () => {
    const side = await createNewsroom();
    const { save, read, discard } = drafting(side, side.writer);
    const first = await save(content, noneOf(side.writer));
    const second = await save({ values: { articleTitle: 'On the telephone' } }, over(first));
    expect(second.statusCode).toBe(204);
    for (const refused of [
      await save(content, over(first)),
      await save(content, noneOf(side.writer)),
      await discard(over(first)),
    ]) {
      expect([refused.statusCode, codeOf(refused)]).toEqual([412, 'edited-meanwhile']);
      expect(refused.json().message).toBe('There is a newer text of this draft, from another device');
    }
    expect(await read()).toMatchObject({ values: { articleTitle: 'On the telephone' } });
    expect((await discard(over(second))).statusCode).toBe(204);
    expect(await read()).toBeUndefined();
  });

  it('is not saved with the ETag of another user’s draft', async () => {
    const side = await createNewsroom();
    const { save } = drafting(side, side.writer);
    const before = await drafting(side, side.admin).save();
    for (const headers of [noneOf(side.admin), over(before)])
      expect((await save(content, headers)).statusCode).toBe(412);
    expect((await save(content, { 'if-match': '"1"' })).statusCode).toBe(400);
    expect((await save(content, { 'if-match': '*' })).statusCode).toBe(204);
  });

  it('is sealed, and unreadable once its writer is forgotten', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    await save();
    const [stored] = await side.drafts.read(side.writer.userId);
    expect(stored?.box.toString('latin1')).not.toContain('school');
    expect(stored?.subjects).toEqual([`user:${side.writer.userId}`]);
    await side.vault.forget(`user:${side.writer.userId}`);
    expect(await read()).toBeUndefined();
    expect(await side.drafts.read(side.writer.userId)).toEqual([]);
  });

  it('is deleted with the account', async () => {
    const side = await createNewsroom();
    const answer = await side.register();
    const user = {
      userId: String(answer.json().id),
      headers: { cookie: String(answer.headers['set-cookie']) },
    };
    await drafting(side, user).save();
    expect((await side.erase(user.headers.cookie)).statusCode).toBe(204);
    expect(await side.drafts.read(user.userId)).toEqual([]);
  });

  it('expires 90 days after it was last saved', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    await save();
    side.pass(draftLifetime - 1);
    expect(await read()).toBeDefined();
    side.pass(1);
    expect(await read()).toBeUndefined();
    expect((await save(content, noneOf(side.writer))).statusCode).toBe(204);
  });
});

describe('saving a draft', () => {
  it('accepts the user’s own pitch, and seals the draft with the pitch’s key, too', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const { save, read } = drafting(side, side.writer, `pitch-${id}`);
    expect((await save()).statusCode).toBe(204);
    const other = await drafting(side, await userWith(side), `pitch-${id}`).save();
    expect([other.statusCode, codeOf(other)]).toEqual([404, 'submission-not-found']);
    await side.vault.forget(`contributor:${side.writer.userId}/submission:${id}`);
    expect(await read()).toBeUndefined();
    const refused = await save();
    expect([refused.statusCode, codeOf(refused)]).toEqual([404, 'submission-not-found']);
  });

  it('accepts an article from editors only, and is unreadable once its writer is forgotten', async () => {
    const side = await createNewsroom();
    const id = (await side.publish()).json().id;
    const { save, read } = drafting(side, side.admin, `article-${id}`);
    const base = { etag: '"0-a"', values: { title: sampleArticle.title } };
    expect((await save({ values: { title: 'Better' }, base })).statusCode).toBe(204);
    expect(await read()).toMatchObject({ values: { title: 'Better' }, base });
    const byWriter = drafting(side, side.writer, `article-${id}`);
    for (const refused of [await byWriter.save(), await byWriter.discard()])
      expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not-allowed']);
    const [event] = await side.stream(`article-${id}`);
    await side.vault.forget(
      `contributor:${String(event?.data && 'contributorId' in event.data && event.data.contributorId)}`,
    );
    expect(await read()).toBeUndefined();
    expect(codeOf(await save())).toBe('article-not-found');
  });

  it.each(['article-7', 'pitch-5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c'])(
    'returns 404 for an unknown piece: %s',
    async (target) => {
      const side = await createNewsroom();
      expect((await drafting(side, side.admin, target).save()).statusCode).toBe(404);
    },
  );

  it.each(['article-0', 'article-9999999999', 'pitch-1', 'new', 'new-pitch%2f..'])(
    'returns 404 for the invalid target %s',
    async (target) => {
      const side = await createNewsroom();
      const { save, discard } = drafting(side, side.admin, target);
      for (const answer of [await save(), await discard()])
        expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not-found']);
    },
  );

  it.each([
    ['no values', { values: {} }],
    ['a number', { values: { age: 14 } }],
    ['an object', { values: { a: { b: 'c' } } }],
    ['a name that no input has', { values: { 'a b': 'c' } }],
    ['a base without an ETag', { values: { a: 'b' }, base: { values: { a: 'b' } } }],
    [
      'more fields than any form has',
      {
        values: Object.fromEntries(
          Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (name) => [name, '']),
        ),
      },
    ],
  ])('rejects a body with %s', async (_what, body) => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    expect((await save(body)).statusCode).toBe(400);
    expect(await read()).toBeUndefined();
  });

  it('accepts any typed text up to the size limit', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    const typed = {
      values: { fullEssay: `\u0000 \ud83d\ude00 " \u2028 ${'é'.repeat(60_000)}`, constructor: '' },
    };
    expect((await save(typed)).statusCode).toBe(204);
    expect((await read())?.values).toEqual(typed.values);
    expect((await save({ values: { fullEssay: 'é'.repeat(140_000) } })).statusCode).toBe(413);
  });
});

describe('sending a form with a draft', () => {
  const sent = (answer: { headers: Record<string, unknown> }) => ({ 'journal-draft': etagOf(answer) });

  it('deletes the draft of a new pitch', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    const saved = await save();
    expect((await side.pitch({}, sent(saved))).statusCode).toBe(201);
    expect(await read()).toBeUndefined();
  });

  it('deletes the draft of the writer’s own pitch when it is edited or sent again', async () => {
    const side = await createNewsroom();
    const id = await side.pitched();
    const { save, read } = drafting(side, side.writer, `pitch-${id}`);
    expect((await side.editOwnPitch(id, { articleTitle: 'New' }, sent(await save()))).statusCode).toBe(200);
    expect(await read()).toBeUndefined();
    await side.step(id, 'request-changes', { note: 'A note' });
    const again = await save();
    expect((await side.resubmit(id, { ...samplePitch, reply: 'Done' }, sent(again))).statusCode).toBe(200);
    expect(await read()).toBeUndefined();
  });

  it('deletes the draft of an edited article', async () => {
    const side = await createNewsroom();
    await side.publish();
    const { save, read } = drafting(side, side.admin, 'article-1');
    const headers = { ...side.admin.headers, ...sent(await save()) };
    expect(
      (await side.call('PUT', '/api/articles/1', { ...sampleArticle, title: 'New' }, headers)).statusCode,
    ).toBe(200);
    expect(await read()).toBeUndefined();
  });

  it('keeps the draft if the form is rejected, or if the draft was saved again meanwhile', async () => {
    const side = await createNewsroom();
    const { save, read } = drafting(side, side.writer);
    const first = await save();
    expect((await side.pitch({ articleTitle: '' }, sent(first))).statusCode).toBe(400);
    expect(await read()).toBeDefined();
    await save({ values: { articleTitle: 'Typed on' } });
    expect((await side.pitch({}, sent(first))).statusCode).toBe(201);
    expect((await side.pitch()).statusCode).toBe(201);
    expect(await read()).toMatchObject({ values: { articleTitle: 'Typed on' } });
  });

  it('succeeds even if the draft can’t be deleted', async () => {
    const side = await createNewsroom();
    const { save } = drafting(side, side.writer);
    const saved = await save();
    side.drafts.remove = () => Promise.reject(new Error('away'));
    expect((await side.pitch({}, sent(saved))).statusCode).toBe(201);
  });
});

it('the text of a draft is never logged', async () => {
  let logged = '';
  const logStream = new PassThrough();
  logStream.setEncoding('utf8').on('data', (text: string) => (logged += text));
  const side = await createNewsroom({ logStream, store: createMemoryEventStore() });
  await drafting(side, side.writer).save();
  side.drafts.save = () => Promise.reject(new Error('away'));
  await drafting(side, side.writer).save();
  expect(logged).toContain('/api/me/drafts/');
  expect(logged).not.toMatch(/Begun at school|An essay/);
});
