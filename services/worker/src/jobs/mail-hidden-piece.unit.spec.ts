import type { RecordedEvent } from '@journal/event-store';
import { articleStream } from '@journal/events';
import { expect, it } from 'vitest';
import { createMailParts } from '../testing/mail-parts.ts';
import { createHiddenPieceMailHandler, hiddenPieceMailJobs } from './mail-hidden-piece.ts';

async function setUp() {
  const { parts, context, ...log } = createMailParts();
  await log.users.register('editor-2', { email: 'ed@example.org' });
  await log.users.grantAdmin('editor-2');
  await log.users.chooseFewerMails('editor-2');
  await log.articles.publish(7, { title: 'A secret title', authorName: 'A secret Writer' });
  await log.articles.hide(7);
  async function mail(revision = 1, isLater = false) {
    const recorded: RecordedEvent[] = [];
    for await (const one of log.store.read(articleStream(7))) recorded.push(one);
    const [event] = await log.codec.open(recorded.slice(revision, revision + 1));
    const [now, later] = hiddenPieceMailJobs(event as never, 'editor-2');
    await createHiddenPieceMailHandler(parts).work((isLater ? later : now)?.data, context);
    return log.sent;
  }
  return { ...log, mail };
}

it('an editor who wants fewer mails still gets one about a hidden piece, with a link and none of its text', async () => {
  const [message, ...others] = await (await setUp()).mail();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ kind: 'piece-hidden', subjectId: 'editor-2', to: 'ed@example.org' });
  for (const text of [message?.text, message?.html?.replaceAll('&amp;', '&')]) {
    expect(text).toContain('https://journal.example/admin?tab=articles&status=hidden');
    expect(text).not.toMatch(/secret|Writer/);
  }
});

it.each([
  ['is shown again', (log) => log.articles.show(7)],
  ['was removed', (log) => log.articles.remove(7)],
  ['was erased', (log) => log.articles.erase(7)],
  ['was deleted', (log) => log.articles.delete(7)],
  ['is told to no editor any more', (log) => log.users.revokeAdmin('editor-2')],
  ['is told to somebody who was forgotten', (log) => log.users.forget('editor-2')],
] satisfies [string, (log: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>][])(
  'nobody gets a mail about a piece that %s',
  async (_why, happens) => {
    const log = await setUp();
    await happens(log);
    expect(await log.mail()).toEqual([]);
  },
);

it('a hidden piece that was deleted and restored is announced', async () => {
  const log = await setUp();
  await log.articles.delete(7);
  await log.articles.restore(7);
  expect(await log.mail()).toHaveLength(1);
});

it('a piece that is hidden repeatedly is announced immediately, and once more after the hour', async () => {
  const log = await setUp();
  expect(await log.mail(1, true)).toEqual([]);
  await log.articles.show(7);
  expect(await log.mail(1, true)).toEqual([]);
  await log.articles.hide(7);
  expect(await log.mail(1)).toHaveLength(1);
  expect(await log.mail(1, true)).toHaveLength(2);
  const jobsAt = (at: string, articleId = 7) =>
    hiddenPieceMailJobs({ data: { articleId }, metadata: { at, requestId: 'r' } } as never, 'editor-2');
  const keysAt = (...hidden: Parameters<typeof jobsAt>) => jobsAt(...hidden).map(({ key }) => key);
  const first = keysAt('2026-01-02T03:04:05.678Z');
  expect(new Set(first).size).toBe(2);
  expect(keysAt('2026-01-02T03:59:59.999Z')).toEqual(first);
  for (const other of [keysAt('2026-01-02T04:00:00.000Z'), keysAt('2026-01-02T03:04:05.678Z', 8)])
    for (const key of other) expect(first).not.toContain(key);
  expect(jobsAt('2026-01-02T03:50:00.000Z').map(({ delay = 0 }) => delay)).toEqual([0, 660_000]);
});
