import type { CommentEvent } from '@journal/events';
import { commentsStream, submissionStream, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, userAs, userWith } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { type CommentCommand, commentDecider } from './comment.decider.ts';

const pitch = { submissionId: 'pitch-1', userId: 'writer' };
const passage = {
  field: 'fullEssay',
  paragraph: 0,
  quotation: 'the sea',
  before: 'By ',
  after: '',
} as const;
const metadata = (id: string) => ({ at: '2026-01-02T03:04:05.678Z', actor: { id, role: 'admin' as const } });

const commented = (commentId: string, audience: 'editors' | 'writer' = 'writer') =>
  ({
    type: 'PassageCommented',
    data: { ...pitch, commentId, pitchRevision: 0, ...passage, note: 'A note', audience },
  }) as const;
const replied = (commentId: string, inReplyTo: string) =>
  ({ type: 'CommentReplied', data: { ...pitch, commentId, inReplyTo, note: 'A reply' } }) as const;
const about = <Type extends 'CommentResolved' | 'CommentReopened' | 'CommentDeleted'>(
  type: Type,
  commentId: string,
) => ({ type, data: { ...pitch, commentId } }) as const;
const resolved = (id: string) => about('CommentResolved', id);
const reopened = (id: string) => about('CommentReopened', id);
const deleted = (id: string) => about('CommentDeleted', id);

const stateOf = (history: readonly CommentEvent[], actor = 'editor-1') =>
  fold(
    commentDecider,
    history.map((event, revision) => ({ ...event, metadata: metadata(actor), revision })) as never,
  ).state;

describe('comments on a pitch', () => {
  const histories = {
    none: [],
    'for the writer': [commented('a')],
    'for editors': [commented('a', 'editors')],
    resolved: [commented('a'), resolved('a')],
    'reopened by a reply': [commented('a'), resolved('a'), reopened('a'), replied('b', 'a')],
    replied: [commented('a'), replied('b', 'a')],
    'deleted with its reply': [commented('a'), replied('b', 'a'), deleted('a')],
    'with a reply deleted': [commented('a'), replied('b', 'a'), deleted('b')],
  } as const;
  const one = (who: 'editor' | 'writer') => ({ ...pitch, commentId: 'a', isEditor: who === 'editor' });
  const comment: CommentCommand = {
    type: 'CommentOnPassage',
    ...pitch,
    ...{ commentId: 'c', passage, pitchRevision: 3, note: 'New', audience: 'editors' },
  };
  const reply = (who: 'editor' | 'writer', inReplyTo = 'a'): CommentCommand => ({
    type: 'ReplyToComment',
    ...one(who),
    ...{ commentId: 'c', inReplyTo, note: 'New' },
  });
  const resolve = (who: 'editor' | 'writer'): CommentCommand => ({ type: 'ResolveComment', ...one(who) });
  const reopen = (who: 'editor' | 'writer'): CommentCommand => ({ type: 'ReopenComment', ...one(who) });
  const remove = (who: 'editor' | 'writer', commentId = 'a', actorId = 'editor-2'): CommentCommand => ({
    type: 'DeleteComment',
    ...one(who),
    ...{ commentId, actorId, mayDeleteAny: who === 'editor' },
  });
  const removeAsReviewer = (actorId: string): CommentCommand => ({
    type: 'DeleteComment',
    ...one('editor'),
    ...{ commentId: 'a', actorId, mayDeleteAny: false },
  });
  const answer = { type: 'CommentReplied', data: { ...pitch, commentId: 'c', inReplyTo: 'a', note: 'New' } };
  const events = (...all: object[]) => ({ events: all });
  const missing = { rejection: 'comment-not-found' };

  it.each<[keyof typeof histories, string, CommentCommand, object]>([
    [
      'none',
      'a comment',
      comment,
      events({
        type: 'PassageCommented',
        data: { ...pitch, commentId: 'c', pitchRevision: 3, ...passage, note: 'New', audience: 'editors' },
      }),
    ],
    ['none', 'a reply', reply('editor'), missing],
    ['none', 'resolving', resolve('editor'), missing],
    ['none', 'reopening', reopen('editor'), missing],
    ['none', 'deleting', remove('editor'), missing],
    ['for the writer', 'a reply', reply('editor'), events(answer)],
    ['for the writer', 'the writer’s reply', reply('writer'), events(answer)],
    ['for the writer', 'resolving', resolve('editor'), events(resolved('a'))],
    ['for the writer', 'the writer’s resolving', resolve('writer'), events(resolved('a'))],
    ['for the writer', 'reopening', reopen('editor'), events()],
    ['for the writer', 'deleting by another editor', remove('editor'), events(deleted('a'))],
    ['for editors', 'a reviewer’s deleting', removeAsReviewer('reviewer'), { rejection: 'not-allowed' }],
    ['for editors', 'its own author’s deleting', removeAsReviewer('editor-1'), events(deleted('a'))],
    ['for the writer', 'the writer’s deleting', remove('writer'), { rejection: 'not-allowed' }],
    ['for editors', 'a reply', reply('editor'), events(answer)],
    ['for editors', 'the writer’s reply', reply('writer'), missing],
    ['for editors', 'the writer’s resolving', resolve('writer'), missing],
    ['for editors', 'the writer’s reopening', reopen('writer'), missing],
    ['for editors', 'the writer’s deleting', remove('writer', 'a', 'editor-1'), missing],
    ['resolved', 'resolving again', resolve('editor'), events()],
    ['resolved', 'reopening', reopen('editor'), events(reopened('a'))],
    ['resolved', 'the writer’s reopening', reopen('writer'), events(reopened('a'))],
    ['resolved', 'the writer’s reply', reply('writer'), events(reopened('a'), answer)],
    ['reopened by a reply', 'resolving', resolve('editor'), events(resolved('a'))],
    ['replied', 'a reply to a reply', reply('editor', 'b'), missing],
    ['replied', 'resolving a reply', { ...resolve('editor'), commentId: 'b' } as CommentCommand, missing],
    ['replied', 'deleting the reply', remove('editor', 'b'), events(deleted('b'))],
    ['replied', 'its author’s deleting', remove('writer', 'b', 'editor-1'), events(deleted('b'))],
    ['replied', 'another’s deleting', remove('writer', 'b', 'writer'), { rejection: 'not-allowed' }],
    ['deleted with its reply', 'a reply', reply('editor'), missing],
    ['deleted with its reply', 'deleting again', remove('editor'), missing],
    ['deleted with its reply', 'deleting the reply', remove('editor', 'b'), missing],
    ['with a reply deleted', 'a reply', reply('editor'), events(answer)],
    ['with a reply deleted', 'deleting it again', remove('editor', 'b'), missing],
  ])('%s: %s has the expected outcome', (history, _what, command, expected) => {
    expect(commentDecider.decide(command, stateOf(histories[history]))).toEqual(expected);
  });

  it('are limited to 200 per audience, including replies', () => {
    const many = Array.from({ length: 199 }, (_, index) => commented(`${index}`, 'writer'));
    const full = [...many, replied('x', '0')];
    const decide = (command: CommentCommand, history: CommentEvent[]) =>
      commentDecider.decide(command, stateOf(history));
    const tooMany = { rejection: 'too-many-comments' };
    const forWriter: CommentCommand = { ...comment, audience: 'writer' };
    expect(decide(forWriter, many)).toHaveProperty('events');
    expect(decide(forWriter, full)).toEqual(tooMany);
    expect(decide(reply('writer', '0'), full)).toEqual(tooMany);
    expect(decide(comment, full)).toHaveProperty('events');
    expect(decide(forWriter, [...full, deleted('1')])).toHaveProperty('events');
  });
});

/** A pitch of three paragraphs. */
async function start() {
  const side = await createNewsroom();
  const id = await side.pitched({ fullEssay: 'The sea is old.\n\nThe sea is loud.\n\nThe pier is not.' });
  const { writer, admin } = side;
  const post = (path: string, body?: object, { headers }: { headers: Headers } = admin) =>
    side.call('POST', `/api/submissions/${id}/comments${path}`, body, headers);
  const words = { field: 'fullEssay', paragraph: 1, quotation: 'loud', before: 'The sea is ', after: '.' };
  const comment = (change: object = {}, who?: { headers: Headers }) =>
    post('', { ...words, note: ' How loud? ', audience: 'writer', ...change }, who);
  return {
    ...side,
    ...{ id, post, comment },
    other: await userWith(side),
    commented: async (change?: object): Promise<string> => (await comment(change)).json().id,
    remove: (commentId: number | string, who: { headers: Headers } = admin) =>
      side.call('DELETE', `/api/submissions/${id}/comments/${commentId}`, undefined, who.headers),
    said: () => side.stream(commentsStream(id)),
    writer,
  };
}

describe('a comment', () => {
  it('quotes the current pitch with the surrounding text, and is sealed with the pitch’s key', async () => {
    const side = await start();
    await side.editPitch(side.id, { fullEssay: 'A new beginning.\n\nThe sea is loud at night.' });
    const answer = await side.comment({ before: 'sea is ', after: '' });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['journal-position']).toBe(await side.store.head());
    expect(await side.said()).toMatchObject([
      {
        type: 'PassageCommented',
        data: {
          submissionId: side.id,
          userId: side.writer.userId,
          commentId: answer.json().id,
          pitchRevision: 1,
          ...{
            field: 'fullEssay',
            paragraph: 1,
            quotation: 'loud',
            before: 'The sea is ',
            after: ' at night.',
          },
          note: 'How loud?',
          audience: 'writer',
        },
        metadata: { actor: { id: side.admin.userId, role: 'admin' } },
      },
    ]);
    const [stored] = side.log.filter(({ type }) => type === 'PassageCommented');
    expect(stored?.data).toMatchObject({ quotation: null, before: null, after: null, note: null });
    expect(Object.keys(stored?.data['sealed'] ?? {})).toEqual([
      `contributor:${side.writer.userId}/submission:${side.id}`,
    ]);
  });

  it('is rejected with 409 if the quoted passage is no longer in the pitch', async () => {
    const side = await start();
    await side.editPitch(side.id, { fullEssay: 'All new.' });
    const answer = await side.comment();
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'passage-changed']);
    expect(await side.said()).toEqual([]);
  });

  it.each([
    [{ note: ' \n ' }, 'note'],
    [{ note: 'x'.repeat(2_001) }, 'note'],
    [{ note: 'a\u202eb' }, 'note'],
    [{ quotation: '' }, 'quotation'],
    [{ quotation: 'x'.repeat(501) }, 'quotation'],
    [{ before: 'x'.repeat(33) }, 'before'],
    [{ paragraph: -1 }, 'paragraph'],
    [{ paragraph: 0.5 }, 'paragraph'],
    [{ field: 'fullName' }, 'field'],
    [{ audience: 'everybody' }, 'audience'],
    [{ commentId: 'x' }, 'commentId'],
  ])('is rejected with %j', async (change, path) => {
    const side = await start();
    const answer = await side.comment(change);
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path }] });
    expect(await side.said()).toEqual([]);
  });

  it('can be answered and resolved by the writer if it is for them, and is not found otherwise', async () => {
    const side = await start();
    const { writer, other } = side;
    const forWriter = await side.commented();
    const among = await side.commented({ audience: 'editors' });
    const reply = await side.post(`/${forWriter}/replies`, { note: ' As a storm. ' }, writer);
    expect(reply.statusCode).toBe(201);
    expect((await side.post(`/${forWriter}/resolve`, undefined, writer)).statusCode).toBe(204);
    expect((await side.post(`/${forWriter}/reopen`, undefined, writer)).statusCode).toBe(204);
    expect((await side.remove(reply.json().id, writer)).statusCode).toBe(204);
    const unknown = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
    const before = side.log.length;
    const answersTo = async (id: string) => {
      const all = [
        await side.post(`/${id}/replies`, { note: 'A guess' }, writer),
        await side.post(`/${id}/resolve`, undefined, writer),
        await side.post(`/${id}/reopen`, undefined, writer),
        await side.remove(id, writer),
      ];
      return all.map(({ statusCode, body }) => [statusCode, body]);
    };
    expect(await answersTo(among)).toEqual(await answersTo(unknown));
    expect((await answersTo(among)).map(([status]) => status)).toEqual([404, 404, 404, 404]);
    for (const answer of [
      await side.comment({}, writer),
      await side.remove(forWriter, writer),
      await side.post(`/${forWriter}/replies`, { note: 'Me too' }, other),
      await side.post(`/${forWriter}/resolve`, undefined, other),
      await side.remove(forWriter, other),
    ])
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'not-allowed']);
    expect(side.log.length).toBe(before);
  });

  it('can be deleted by a reviewer only while nobody else has replied', async () => {
    const side = await start();
    const reviewer = await userAs(side, 'reviewer');
    await side.step(side.id, 'assign', { userId: reviewer.userId });
    const own = (await side.comment({}, reviewer)).json().id;
    const reply = (await side.post(`/${own}/replies`, { note: 'And why?' })).json().id;
    const refused = await side.remove(own, reviewer);
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not-allowed']);
    expect((await side.remove(reply)).statusCode).toBe(204);
    expect((await side.remove(own, reviewer)).statusCode).toBe(204);
  });

  it('is not accessible to a reviewer who is still assigned to their own pitch', async () => {
    const side = await start();
    const { writer } = side;
    await side.step(side.id, 'assign', { userId: side.admin.userId });
    const among = await side.commented({ audience: 'editors' });
    const event = { submissionId: side.id, userId: writer.userId, editorId: writer.userId };
    await side.append(submissionStream(side.id), { type: 'SubmissionAssigned', data: event });
    const given = { userId: writer.userId, role: 'reviewer' } as const;
    await side.append(userStream(writer.userId), { type: 'RoleGranted', data: given });
    const refused = [
      await side.comment({}, writer),
      await side.post(`/${among}/replies`, { note: 'Is it?' }, writer),
      await side.step(side.id, 'request-changes', { note: 'None' }, writer.headers),
    ];
    expect(refused.map(codeOf)).toEqual(['not-allowed', 'comment-not-found', 'submission-not-found']);
  });

  it('is kept along with a concurrent one by another editor', async () => {
    const side = await start();
    const editor = await userAs(side, 'editor');
    side.interrupt(() => side.comment({ note: 'Meanwhile' }, editor));
    expect((await side.comment()).statusCode).toBe(201);
    expect((await side.said()).map(({ data }) => 'note' in data && data.note)).toEqual([
      'Meanwhile',
      'How loud?',
    ]);
  });
});

describe('a pitch that is', () => {
  it.each([
    ['published', 'publishPitch', [409, 'submission-published'], [409, 'submission-published'], 204],
    ['withdrawn', 'withdrawPitch', [409, 'submission-withdrawn'], [409, 'submission-withdrawn'], 204],
    ['deleted', 'deletePitch', [404, 'submission-not-found'], [409, 'submission-taken-up'], 404],
    ['declined', 'decline', [409, 'submission-declined'], [409, 'submission-taken-up'], 204],
  ] as const)(
    '%s rejects comments with its status as the reason; its writer can take back replies, and editors comments unless it is deleted',
    async (_status, close, forEditors, forWriter, taken) => {
      const side = await start();
      const comment = await side.commented();
      const reply = await side.post(`/${comment}/replies`, { note: 'Call me' }, side.writer);
      await (close === 'decline' ? side.step(side.id, 'decline', { message: 'No' }) : side[close](side.id));
      const asked = async (who?: { headers: Headers }) => [
        await side.post(`/${comment}/replies`, { note: 'Late' }, who),
        await side.post(`/${comment}/resolve`, undefined, who),
        await side.post(`/${comment}/reopen`, undefined, who),
      ];
      for (const answer of [await side.comment(), ...(await asked())])
        expect([answer.statusCode, codeOf(answer)]).toEqual(forEditors);
      for (const answer of await asked(side.writer))
        expect([answer.statusCode, codeOf(answer)]).toEqual(forWriter);
      expect((await side.remove(reply.json().id, side.writer)).statusCode).toBe(204);
      expect((await side.remove(comment)).statusCode).toBe(taken);
    },
  );

  it('unknown or by a forgotten writer rejects comments as not found', async () => {
    const side = await start();
    const path = '/api/submissions/5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c/comments';
    const body = { field: 'fullEssay', paragraph: 0, quotation: 'sea', note: 'Hm', audience: 'editors' };
    expect(codeOf(await side.call('POST', path, body, side.admin.headers))).toBe('submission-not-found');
    await side.vault.forget(`contributor:${side.writer.userId}`);
    expect(codeOf(await side.comment())).toBe('submission-not-found');
  });
});
