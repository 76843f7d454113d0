import { contributorSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, userWith } from '../testing/command-side.ts';

const pen = { name: 'pen', penName: 'Fox', showAge: false, showSchool: true };
const first = { name: 'first', showAge: true, showSchool: false };
const lesser = { name: 'first-initial', showAge: false, showSchool: true };
const less = { authorName: 'Sample W.', authorAge: null, authorSchool: 'Sample School' };
const shown = { authorName: 'Fox', authorAge: null, authorSchool: 'Sample School' };

async function start(change: object = {}) {
  const side = await createNewsroom();
  const { headers } = side.writer;
  return {
    ...side,
    id: await side.pitched(change),
    chooseByline: (id: string, byline: object) =>
      side.call('PUT', `/api/submissions/mine/${id}/byline`, byline, headers),
    followByline: (id: string) => side.send('POST', `/api/operations/submissions/${id}/follow-byline`),
  };
}
/** With the article of a pitch that did not choose a byline. */
async function published(change: object = {}) {
  const side = await start(change);
  await side.publishPitch(side.id);
  const before = side.log.length;
  return { ...side, written: () => side.types(before) };
}

describe('a byline', () => {
  it('chosen with the pitch is used for the article, and can’t be changed by editors', async () => {
    const side = await start({ byline: pen });
    expect((await side.publishPitch(side.id)).json()).toMatchObject(shown);
    expect((await side.events()).at(-1)?.data).toMatchObject({ ...shown, bylineRevision: 0 });
    const refused = await side.edit(1, { title: 'New', authorName: 'Sample Writer' });
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'byline-chosen']);
    const edited = await side.edit(1, { title: 'New', ...shown });
    expect([edited.statusCode, edited.json()]).toMatchObject([200, { title: 'New', ...shown }]);
  });

  it('is sealed with its writer’s key', async () => {
    const side = await start({ byline: pen });
    await side.chooseByline(side.id, { ...pen, penName: 'Wolf' });
    await side.chooseByline(side.id, pen);
    await side.publishPitch(side.id);
    for (const name of ['Fox', 'Wolf', 'pen']) expect(JSON.stringify(side.log)).not.toContain(`"${name}"`);
    await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
    const chosen = (await side.events()).filter(({ data }) => 'byline' in data);
    expect(chosen.map(({ data }) => data)).toMatchObject(Array(3).fill({ byline: null }));
  });

  it('requires a valid pen name if it is one, and otherwise drops it', async () => {
    const side = await start();
    for (const penName of ['', '  ', null, undefined]) {
      const answer = await side.chooseByline(side.id, { ...pen, penName });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ path: 'penName', message: 'Pen name is required' }],
      ]);
      const pitched = await side.pitch({ byline: { ...pen, penName } });
      expect(pitched.json().errors).toEqual([{ path: 'byline.penName', message: 'Pen name is required' }]);
    }
    for (const penName of ['name WITHHELD', 'Former contributor']) {
      const message = 'Please choose another pen name';
      const answer = await side.chooseByline(side.id, { ...pen, penName });
      expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'penName', message }]]);
      const pitched = await side.pitch({ byline: { ...pen, penName } });
      expect(pitched.json().errors).toEqual([{ path: 'byline.penName', message }]);
    }
    const byline = { ...first, penName: null };
    expect((await side.chooseByline(side.id, { ...first, penName: 'Fox' })).json()).toMatchObject({ byline });
    expect((await side.events()).at(-1)?.data).toMatchObject({ byline });
  });

  it('of a published pitch changes the article immediately, with its writer as the actor', async () => {
    const side = await published();
    const answer = await side.chooseByline(side.id, lesser);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { byline: lesser, status: 'published' }]);
    expect(answer.headers['journal-position']).toBe(await side.store.head());
    expect(side.written()).toEqual(['SubmissionBylineChosen', 'ArticleBylineChosen']);
    expect((await side.events()).at(-1)).toMatchObject({
      data: { articleId: 1, ...less },
      metadata: { actor: { id: side.writer.userId, role: 'writer' } },
    });
    expect((await side.edit(1, { ...less, featured: 1 })).json()).toMatchObject(less);
  });

  it('of a published pitch can show less without editors, but nothing new or more than before', async () => {
    const side = await start({ byline: pen });
    await side.publishPitch(side.id);
    const before = side.log.length;
    for (const byline of [
      { ...pen, penName: 'Wolf' },
      { ...pen, name: 'full', penName: null },
      { ...pen, showAge: true },
    ]) {
      const refused = await side.chooseByline(side.id, byline);
      expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'byline-needs-editors']);
    }
    expect(side.log).toHaveLength(before);
    for (const [byline, authorName, authorSchool] of [
      [{ ...first, showAge: false, showSchool: true }, 'Sample', 'Sample School'],
      [{ ...pen, showSchool: false }, 'Fox', null],
      [{ ...first, name: 'first-initial', showAge: false }, 'Sample W.', null],
    ] as const) {
      expect((await side.chooseByline(side.id, byline)).statusCode).toBe(200);
      expect((await side.events()).at(-1)?.data).toMatchObject({ authorName, authorAge: null, authorSchool });
    }
    expect(codeOf(await side.chooseByline(side.id, pen))).toBe('byline-needs-editors');
  });

  it('keeps what editors have changed or removed in the article', async () => {
    const side = await published();
    const changed = { authorName: 'Sampel Writer', authorAge: 16, authorSchool: null };
    expect((await side.edit(1, changed)).statusCode).toBe(200);
    await side.chooseByline(side.id, { name: 'full', showAge: true, showSchool: true });
    await side.chooseByline(side.id, { name: 'full', showAge: true, showSchool: false });
    expect((await side.events()).at(-1)?.data).toMatchObject(changed);
    await side.chooseByline(side.id, { name: 'first', showAge: true, showSchool: false });
    expect((await side.events()).at(-1)?.data).toMatchObject({ ...changed, authorName: 'Sample' });
  });

  it('is applied if it is chosen after editors have named the writer again, by a clock that is behind', async () => {
    const side = await published();
    await side.call('POST', '/api/articles/1/unname', undefined, side.admin.headers);
    const named = { authorName: 'Sample Writer', authorAge: 15, authorSchool: 'Sample School' };
    expect((await side.edit(1, named)).statusCode).toBe(200);
    side.pass(-60_000);
    expect((await side.chooseByline(side.id, lesser)).statusCode).toBe(200);
    expect((await side.events()).at(-1)).toMatchObject({ type: 'ArticleBylineChosen', data: less });
  });

  it('is applied to the article once, even after a crash and repeated attempts', async () => {
    const side = await published();
    side.dieAfter(1);
    expect((await side.chooseByline(side.id, lesser)).statusCode).toBe(503);
    side.revive();
    expect(side.written()).toEqual(['SubmissionBylineChosen']);
    const answers = await Promise.all([1, 2, 3].map(() => side.followByline(side.id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect(side.written()).toEqual(['SubmissionBylineChosen', 'ArticleBylineChosen']);
    await side.chooseByline(side.id, { ...first, showAge: false });
    await side.followByline(side.id);
    expect(side.written().slice(2)).toEqual(['SubmissionBylineChosen', 'ArticleBylineChosen']);
    expect((await side.events()).at(-1)?.data).toMatchObject({ authorName: 'Sample', authorSchool: null });
  });

  it('is applied if it is chosen after a publication was interrupted before its article existed', async () => {
    const side = await start();
    side.dieAfter(2);
    await side.publishPitch(side.id);
    side.revive();
    expect((await side.chooseByline(side.id, lesser)).statusCode).toBe(200);
    expect(side.types().slice(-3)).toEqual([
      'SubmissionBylineChosen',
      'ArticlePublished',
      'ArticleBylineChosen',
    ]);
    await side.finishPublishing(side.id);
    expect((await side.edit(1, less)).json()).toMatchObject(less);
  });

  it('chosen while an editor publishes is used for the article', async () => {
    const side = await start();
    side.interrupt(() => side.chooseByline(side.id, pen), 1);
    expect((await side.publishPitch(side.id)).json()).toMatchObject(shown);
  });

  it('is not applied if there is no choice, no article, or no writer any more', async () => {
    const side = await published();
    expect((await side.followByline(side.id)).statusCode).toBe(204);
    const other = await side.pitched({ byline: pen });
    expect((await side.followByline(other)).statusCode).toBe(204);
    side.dieAfter(1);
    await side.chooseByline(side.id, lesser);
    side.revive();
    await side.happen(side.writer.userId, 'UserForgotten');
    await side.vault.forget(contributorSubject({ contributorId: side.writer.userId }));
    expect((await side.followByline(side.id)).statusCode).toBe(204);
    expect(side.types()).not.toContain('ArticleBylineChosen');
  });

  it('can be chosen only by its writer', async () => {
    const side = await start();
    const { headers } = await userWith(side);
    const path = `/api/submissions/mine/${side.id}/byline`;
    for (const [cookie, status] of [
      [side.admin.headers, 403],
      [headers, 403],
      [{}, 401],
    ] as const)
      expect((await side.call('PUT', path, pen, cookie)).statusCode).toBe(status);
  });
});
