import { retention, submissionStream, submissionSubject } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, createNewsroom, userAs } from '../testing/command-side.ts';

const { lifetime } = retention.closedPitch;

async function start(parts?: Parameters<typeof createNewsroom>[0]) {
  const side = await createNewsroom(parts);
  return {
    ...side,
    erase: (id: string) => side.send('POST', `/api/operations/submissions/${id}/erase`),
    /** Resolves with the readable data of the pitch's events. */
    async read(id: string) {
      const events = (await side.events()).filter(({ stream }) => stream === submissionStream(id));
      return JSON.stringify(events.map(({ data }) => data));
    },
  };
}
type Side = Awaited<ReturnType<typeof start>>;

const closed: Record<string, (side: Side, id: string) => PromiseLike<{ statusCode: number }>> = {
  declined: (side, id) => side.step(id, 'decline', { message: 'A message' }),
  withdrawn: (side, id) => side.withdrawPitch(id),
  deleted: (side, id) => side.deletePitch(id),
};

it.each(Object.entries(closed))(
  'a pitch that was %s is erased after its retention period',
  async (_how, close) => {
    const side = await start();
    const [id, other] = [await side.pitched({ articleTitle: 'Erased' }), await side.pitched()];
    expect((await close(side, id)).statusCode).toBeLessThan(300);
    const before = side.log.length;
    side.pass(lifetime - 1);
    expect((await side.erase(id)).statusCode).toBe(204);
    expect([side.types(before), await side.read(id)]).toEqual([[], expect.stringContaining('Erased')]);
    side.pass(2);
    for (const one of [id, id, other]) expect((await side.erase(one)).statusCode).toBe(204);
    expect(side.types(before)).toEqual(['SubmissionErased']);
    expect(await side.read(id)).not.toMatch(/Erased|A message/);
    expect(await side.read(other)).toContain('fullEssay');
    expect(codeOf(await side.step(id, 'reopen'))).toMatch(/submission-(not-found|withdrawn)/);
  },
);

it.each([
  ['waits', async () => {}],
  ['was published', (side: Side, id: string) => side.publishPitch(id)],
  [
    'is back with the editors',
    async (side: Side, id: string) => {
      await side.deletePitch(id);
      await side.restorePitch(id);
    },
  ],
])('a pitch that %s is kept', async (_how, happen) => {
  const side = await start();
  const id = await side.pitched();
  await happen(side, id);
  side.pass(2 * lifetime);
  const before = side.log.length;
  await side.erase(id);
  expect(side.log).toHaveLength(before);
});

it('a published pitch is erased only with its article, which must be deleted first', async () => {
  const side = await start();
  const [id, other] = [await side.pitched({ articleTitle: 'Zeppelins' }), await side.pitched()];
  await side.publishPitch(id);
  await side.publishPitch(other);
  const eraseArticle = (headers = side.admin.headers) =>
    side.call('POST', '/api/articles/1/erase', undefined, headers);
  const refused = await eraseArticle();
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'article-shown']);
  const before = side.log.length;
  await side.remove(1);
  expect((await side.erase(id)).statusCode).toBe(204);
  expect(await side.read(id)).toContain('Zeppelins');
  const editor = await userAs(side, 'editor');
  expect((await eraseArticle(editor.headers)).statusCode).toBe(403);
  for (const _again of [1, 2]) {
    expect((await eraseArticle()).statusCode).toBe(204);
    for (const one of [id, other]) expect((await side.erase(one)).statusCode).toBe(204);
  }
  const written = side.types(before).filter((type) => /^(Article|Submission)/.test(type));
  expect(written).toEqual(['ArticleDeleted', 'ArticleErased', 'SubmissionErased']);
  const events = (await side.events()).filter(({ stream }) => stream === 'article-1');
  expect(JSON.stringify(events) + (await side.read(id))).not.toContain('Zeppelins');
  expect(await side.read(other)).toContain('fullEssay');
  const gone = await side.restore(1);
  expect([gone.statusCode, codeOf(gone)]).toEqual([410, 'article-removed']);
});

it('a repeated request deletes the key if the vault failed the first time', async () => {
  const side = await start();
  const id = await side.pitched();
  await side.withdrawPitch(id);
  side.pass(lifetime + 1);
  const forget = side.vault.forget.bind(side.vault);
  side.vault.forget = async () => {
    throw new Error('the vault is away');
  };
  expect((await side.erase(id)).statusCode).toBeGreaterThanOrEqual(500);
  const before = side.log.length;
  side.vault.forget = forget;
  expect((await side.erase(id)).statusCode).toBe(204);
  expect(side.log).toHaveLength(before);
  const subject = submissionSubject({ submissionId: id, userId: side.writer.userId });
  expect(await side.vault.keysForOpening([subject])).toEqual(new Map());
});

it('erasing an unknown pitch returns submission-not-found', async () => {
  const side = await start();
  expect(codeOf(await side.erase('00000000-0000-4000-8000-000000000000'))).toBe('submission-not-found');
});
