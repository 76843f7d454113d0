import { pitchWriterSubject } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { commentsProjection } from './comments.projection.ts';

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
const writer = { id: 'user-1', role: 'writer' } as const;

it('a comment and each reply have a current row, and deleting a comment removes its replies', async ({
  log,
  model,
}) => {
  const { submissions, comments } = log;
  model.start(commentsProjection);
  await submissions.pitch('a', { userId: 'user-1' });
  const root = {
    comment_id: 'x',
    submission_id: 'a',
    user_id: 'user-1',
    author_id: 'editor-1',
    at: minute(1),
    note: 'A note',
    audience: 'editors',
    in_reply_to: null,
    pitch_revision: 0,
    field: 'fullEssay',
    paragraph: 1,
    quotation: 'Second',
    before: 'B',
    after: 'A',
    resolved_at: null,
    resolved_by: null,
    deleted_at: null,
    deleted_by: null,
  };
  const reply = {
    ...{ ...root, comment_id: 'y', author_id: 'user-1', at: minute(2), note: 'Why?', in_reply_to: 'x' },
    ...{ pitch_revision: null, field: null, paragraph: null, quotation: null, before: null, after: null },
  };
  const resolved = { ...root, resolved_at: minute(3), resolved_by: 'editor-1' };
  const other = { ...root, comment_id: 'z', at: minute(5), audience: 'writer', note: 'Another' };
  const passage = { audience: 'editors', before: 'B', after: 'A' } as const;
  const steps = [
    [() => comments.comment('a', 'x', passage), [root]],
    [() => comments.reply('a', 'y', 'x', 'Why?', writer), [root, reply]],
    [() => comments.resolve('a', 'x'), [resolved, reply]],
    [() => comments.reopen('a', 'x'), [root, reply]],
    [
      () => comments.comment('a', 'z', { ...passage, audience: 'writer', note: 'Another' }),
      [root, reply, other],
    ],
    [() => comments.delete('a', 'y'), [root, other]],
    [() => comments.reply('a', 'y2', 'x', 'So'), [root, other, expect.objectContaining({ note: 'So' })]],
    [() => comments.delete('a', 'x'), [other]],
  ] as const;
  for (const [write, rows] of steps) {
    await model.applied(await write());
    const { comment } = await model.contents();
    expect(comment.sort((one, two) => one.at - two.at)).toEqual(rows);
  }
});

it.for(['one by one', 'in one batch'])(
  'comments to the writer and their replies stay, marked as deleted, if an editor deletes them: %s',
  async (how, { log, model }) => {
    const { submissions, comments } = log;
    await submissions.pitch('a', { userId: 'user-1' });
    if (how === 'one by one') model.start(commentsProjection);
    const write = async (step: Promise<string>) => {
      const position = await step;
      if (how === 'one by one') await model.applied(position);
      return position;
    };
    await write(comments.comment('a', 'x', { audience: 'writer' }));
    await write(comments.reply('a', 'x1', 'x', 'Theirs', writer));
    await write(comments.reply('a', 'x2', 'x', 'Theirs, taken back', writer));
    await write(comments.reply('a', 'x3', 'x', 'An editor’s'));
    await write(comments.delete('a', 'x2', writer));
    await write(comments.delete('a', 'x3'));
    const last = await write(comments.delete('a', 'x'));
    if (how === 'in one batch') model.start(commentsProjection);
    await model.applied(last);
    const rows = async () =>
      (await model.contents()).comment
        .map((row) => [row.comment_id, row.note, row.deleted_by, row.deleted_at?.toISOString()])
        .sort();
    expect(await rows()).toEqual([
      ['x', 'A note', 'editor-1', minute(7).toISOString()],
      ['x1', 'Theirs', null, undefined],
      ['x3', 'An editor’s', 'editor-1', minute(6).toISOString()],
    ]);
    await model.applied(await submissions.erase('a'));
    expect(await rows()).toEqual([]);
  },
);

it('comments that are resolved or deleted in one batch are stored as resolved or removed', async ({
  log,
  model,
}) => {
  const { submissions, comments } = log;
  await submissions.pitch('a');
  await comments.comment('a', 'x');
  await comments.reply('a', 'y', 'x');
  await comments.resolve('a', 'x');
  await comments.comment('a', 'gone', { audience: 'editors' });
  await comments.reply('a', 'gone with it', 'gone');
  const last = await comments.delete('a', 'gone');
  model.start(commentsProjection);
  await model.applied(last);
  const { comment } = await model.contents();
  expect(comment.map((row) => [row.comment_id, row.resolved_by]).sort()).toEqual([
    ['x', 'editor-1'],
    ['y', null],
  ]);
});

it('comments are empty once the writer’s key is deleted, and removed when the writer is forgotten', async ({
  log,
  model,
}) => {
  const { submissions, comments, users, vault } = log;
  await submissions.pitch('a', { userId: 'user-1' });
  await comments.comment('a', 'x');
  await comments.reply('a', 'y', 'x');
  await vault.forget(pitchWriterSubject({ userId: 'user-1' }));
  model.start(commentsProjection);
  await submissions.pitch('b', { userId: 'user-2' });
  await model.applied(await comments.comment('b', 'z'));
  const { comment } = await model.contents();
  expect(comment.map((row) => [row.comment_id, row.note, row.quotation]).sort()).toEqual([
    ['x', null, null],
    ['y', null, null],
    ['z', 'A note', 'Second'],
  ]);
  await model.applied(await users.forget('user-1'));
  expect((await model.contents()).comment.map((row) => row.comment_id)).toEqual(['z']);
});

it('comments on an erased pitch are removed, and those on another pitch are kept', async ({ log, model }) => {
  const { submissions, comments } = log;
  model.start(commentsProjection);
  for (const pitch of ['a', 'b']) {
    await submissions.pitch(pitch, { userId: 'user-1' });
    await comments.comment(pitch, `on ${pitch}`);
  }
  await model.applied(await comments.reply('a', 'reply', 'on a'));
  await comments.comment('a', 'in the same batch');
  await model.applied(await submissions.erase('a'));
  await comments.reply('a', 'late', 'on a');
  await model.applied(await comments.delete('a', 'reply'));
  expect((await model.contents()).comment.map((row) => row.comment_id)).toEqual(['on b']);
});

it('each change notifies editors, and the writer only if the comment is addressed to them', async ({
  log,
  model,
}) => {
  const { submissions, comments, users } = log;
  await submissions.pitch('a', { userId: 'user-1' });
  const heard = await model.listen();
  model.start(commentsProjection);
  const among = ['comments:a'];
  const both = ['comments:a', 'mine:user-1'];
  const steps = [
    [() => comments.comment('a', 'x', { audience: 'editors' }), among],
    [() => comments.reply('a', 'x1', 'x'), among],
    [() => comments.resolve('a', 'x'), among],
    [() => comments.reopen('a', 'x'), among],
    [() => comments.delete('a', 'x1'), among],
    [() => comments.delete('a', 'x'), among],
    [() => comments.comment('a', 'y', { audience: 'writer' }), both],
    [() => comments.reply('a', 'y1', 'y'), both],
    [() => comments.resolve('a', 'y'), both],
    [() => comments.delete('a', 'y1'), both],
    [() => users.forget('user-1'), both],
    [() => users.forget('user-1'), []],
  ] as const;
  for (const [write, topics] of steps) {
    const position = await write();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    expect(heard.at(-1)?.topics).toEqual(topics);
  }
});
