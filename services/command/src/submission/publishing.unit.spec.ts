import { AppendUnknown } from '@journal/event-store';
import { contributorSubject, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, samplePitch } from '../testing/command-side.ts';

const whole = ['ArticleIdClaimed', 'SubmissionPublished', 'ArticlePublished'];
type Side = Awaited<ReturnType<typeof start>>;

async function start() {
  const side = await createNewsroom();
  const id = await side.pitched();
  const before = side.log.length;
  return {
    ...side,
    id,
    /** Event types written since the pitch. */
    written: () => side.types(before),
    forget: () => side.vault.forget(contributorSubject({ contributorId: side.writer.userId })),
  };
}

describe('publishing a pitch', () => {
  it('returns 201 with the article, and records both events for the administrator under one request ID', async () => {
    const side = await start();
    const answer = await side.publishPitch(side.id, { 'x-request-id': 'request-7' });
    const { articleTitle, articleSummary, fullEssay } = samplePitch;
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: 1,
        title: articleTitle,
        excerpt: articleSummary,
        content: fullEssay,
        section: 'clash',
        authorName: 'Sample Writer',
        authorAge: 14,
        authorSchool: 'Sample School',
        readTime: 1,
        featured: 0,
        cover: 'auto',
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ]);
    expect(answer.headers).toMatchObject({
      location: '/api/articles/1',
      etag: expect.stringMatching(/^"0-/),
      'journal-position': await side.store.head(),
    });
    expect(side.written()).toEqual(whole);
    const metadata = { actor: { id: side.admin.userId, role: 'admin' }, requestId: 'request-7' };
    expect((await side.events()).slice(-2)).toMatchObject([
      { data: { submissionId: side.id, articleId: 1 }, metadata },
      { data: { articleId: 1, contributorId: side.writer.userId }, metadata },
    ]);
    const edited = await side.edit(1, { title: 'New' }, { 'if-match': String(answer.headers.etag) });
    expect(edited.statusCode).toBe(200);
  });

  it('is rejected the second time, as are editing, deleting and restoring the pitch', async () => {
    const side = await start();
    await side.publishPitch(side.id);
    for (const answer of [
      await side.publishPitch(side.id),
      await side.editPitch(side.id, { age: 15 }),
      await side.deletePitch(side.id),
      await side.restorePitch(side.id),
      await side.restorePitch(side.id, { revision: 0 }),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This submission has already been published',
      ]);
    expect(side.written()).toEqual(whole);
  });

  it('claims no article ID for a withdrawn pitch, which rejects every further change', async () => {
    const side = await start();
    const withdrawn = await side.withdrawPitch(side.id);
    expect([withdrawn.statusCode, withdrawn.json().status]).toEqual([200, 'withdrawn']);
    for (const answer of [
      await side.publishPitch(side.id),
      await side.editPitch(side.id, { age: 15 }),
      await side.deletePitch(side.id),
      await side.restorePitch(side.id, { revision: 0 }),
      await side.withdrawPitch(side.id),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'submission-withdrawn']);
    expect(side.written()).toEqual(['SubmissionWithdrawn']);
  });

  it('claims no article ID for a deleted pitch', async () => {
    const side = await start();
    await side.deletePitch(side.id);
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    expect(side.written()).toEqual(['SubmissionDeleted']);
    expect((await side.publish()).json().id).toBe(1);
  });

  it('uses the final content if the pitch is edited meanwhile', async () => {
    const side = await start();
    side.interrupt(() => side.editPitch(side.id, { articleTitle: 'Edited meanwhile' }), 1);
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, answer.json().title]).toEqual([201, 'Edited meanwhile']);
    expect(side.written()).toEqual(['ArticleIdClaimed', 'SubmissionEdited', ...whole.slice(1)]);
  });

  it('creates no article if the pitch is deleted meanwhile', async () => {
    const side = await start();
    side.interrupt(() => side.deletePitch(side.id), 1);
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    await side.restorePitch(side.id);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
  });

  it('retries its last step after an append with an unknown outcome', async () => {
    const side = await start();
    side.interrupt(() => {
      throw new AppendUnknown('the connection broke');
    }, 2);
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
    expect(side.written()).toEqual(whole);
  });
});

describe('an interrupted publication', () => {
  it.each([
    ['before the claim', 0],
    ['after the claim', 1],
  ])('%s leaves nothing to finish, and can be repeated with the same article ID', async (_where, appends) => {
    const side = await start();
    side.dieAfter(appends);
    expect((await side.publishPitch(side.id)).statusCode).toBe(503);
    side.revive();
    expect((await side.finishPublishing(side.id)).statusCode).toBe(404);
    expect((await side.publishPitch(side.id)).json().id).toBe(1);
    expect(side.written()).toEqual(whole);
  });

  it('is completed exactly once, with the content at closing and the administrator as the actor', async () => {
    const side = await start();
    side.dieAfter(2);
    expect((await side.publishPitch(side.id, { 'x-request-id': 'request-7' })).statusCode).toBe(503);
    expect(side.written()).toEqual(whole.slice(0, 2));
    side.revive();
    expect((await side.publish()).json().id).toBe(2);
    for (const answer of await Promise.all([1, 2, 3, 4].map(() => side.finishPublishing(side.id)))) {
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(answer.headers['journal-position']).toBe(await side.store.head());
    }
    expect(side.written()).toEqual([
      ...whole.slice(0, 2),
      'ArticleIdClaimed',
      'ArticlePublished',
      'ArticlePublished',
    ]);
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'ArticlePublished',
      stream: 'article-1',
      data: { title: 'Title', contributorId: side.writer.userId },
      metadata: { actor: { id: side.admin.userId, role: 'admin' }, requestId: 'request-7' },
    });
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-published');
  });

  it('is not finished again for an article that was edited and deleted since', async () => {
    const side = await start();
    side.dieAfter(2);
    await side.publishPitch(side.id);
    side.revive();
    await side.finishPublishing(side.id);
    expect(side.written()).toEqual(whole);
    await side.edit(1, { title: 'Edited since' });
    await side.remove(1);
    const before = side.log.length;
    expect((await side.finishPublishing(side.id)).statusCode).toBe(204);
    expect(side.log).toHaveLength(before);
  });
});

describe('a writer who is forgotten', () => {
  const forgetAs = (side: Side, pieces: 'keep' | 'remove') => {
    const { userId } = side.writer;
    return side.append(userStream(userId), { type: 'UserForgotten', data: { userId, pieces } });
  };

  it('before closing leaves nothing to publish, even if their key still exists', async () => {
    const side = await start();
    await forgetAs(side, 'keep');
    expect(codeOf(await side.publishPitch(side.id))).toBe('submission-not-found');
    expect(side.written()).toEqual(['UserForgotten']);
  });

  it.each([
    ['and the key with them', true],
    ['and the key is still there', false],
  ])('between the two steps, %s, gets no article', async (_how, isKeyGone) => {
    const side = await start();
    side.dieAfter(2);
    await side.publishPitch(side.id);
    side.revive();
    await forgetAs(side, 'keep');
    if (isKeyGone) await side.forget();
    const answer = await side.finishPublishing(side.id);
    expect([answer.statusCode, answer.headers['journal-position']]).toEqual([204, undefined]);
    expect(side.written()).toEqual([...whole.slice(0, 2), 'UserForgotten']);
    expect((await side.publish()).json().id).toBe(2);
  });

  it('during the last step gets no article, and the publication is rejected', async () => {
    const side = await start();
    const { keysForSealing } = side.vault;
    side.vault.keysForSealing = async (subjects) => {
      if (subjects.includes('article:1')) await side.forget();
      return keysForSealing(subjects);
    };
    const answer = await side.publishPitch(side.id);
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'submission-not-found']);
    expect(side.written()).toEqual(whole.slice(0, 2));
  });

  it.each([
    ['remove', [...whole.slice(0, 2), 'UserForgotten', 'ArticlePublished', 'ArticleDeleted']],
    ['keep', [...whole.slice(0, 2), 'UserForgotten', 'ArticlePublished']],
  ] as const)(
    'with “%s” just before the article is written has it kept or removed as requested',
    async (pieces, written) => {
      const side = await start();
      side.interrupt(() => forgetAs(side, pieces), 2);
      await side.publishPitch(side.id);
      expect(side.written()).toEqual(written);
      expect(await side.knows('article:1')).toBe(pieces === 'keep');
      await side.finishPublishing(side.id);
      expect(side.written()).toEqual(written);
    },
  );
});
