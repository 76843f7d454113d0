import { Comment, OwnComment, type OwnSubmission } from '@journal/contracts';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { useQuerySystem } from '../testing/query-system.ts';

const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
const idOf = (number: number) => `${id.slice(0, -1)}${number}`;
const said = { submissionId: id, userId: 'writer' };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 4, 0, minute)).toISOString();
const noPassage = {
  pitchRevision: null,
  field: null,
  paragraph: null,
  quotation: null,
  before: null,
  after: null,
};
const reply = (commentId: string, inReplyTo: string, minute: number, authorId = 'admin') => ({
  ...{ ...said, ...noPassage, commentId, inReplyTo, authorId, at: at(minute) },
});

const system = useQuerySystem({ maxWait: 200 }, async () => {
  const { accounts, submissions, comments } = system.tables;
  for (const userId of ['writer', 'other']) await accounts.put({ userId });
  for (const userId of ['admin', 'second']) await accounts.put({ userId, roles: ['admin'] });
  await system.tables.commit({});
  const { position } = system.tables;
  await submissions.commit({
    position,
    submissions: [
      { id },
      { id: idOf(1), status: 'deleted' },
      { id: idOf(2), userId: 'other' },
      { id: idOf(3), articleTitle: null },
    ],
  });
  await comments.put({ ...said, commentId: 'a', at: at(1), note: 'Among us', audience: 'editors' });
  await comments.put({ ...reply('a1', 'a', 5, 'gone'), note: 'Between us', audience: 'editors' });
  const deleted = { deletedAt: at(10), deletedBy: 'second' };
  const resolved = { resolvedAt: at(4), resolvedBy: 'second', audience: 'writer' } as const;
  await comments.put({ ...said, commentId: 'b', at: at(2), note: 'To you', ...resolved });
  await comments.put({ ...reply('b1', 'b', 3, 'writer'), note: 'To us', audience: 'writer' });
  await comments.put({ ...reply('b2', 'b', 6), note: 'To you again', audience: 'writer' });
  await comments.put({ ...reply('b3', 'b', 7), note: 'A slip', audience: 'writer', ...deleted });
  await comments.put({ ...said, commentId: 'c', note: null, quotation: null, audience: 'writer' });
  await comments.put({
    ...said,
    commentId: 'e',
    at: at(8),
    note: 'Tell nobody',
    audience: 'writer',
    ...deleted,
  });
  await comments.put({ ...reply('e1', 'e', 9, 'writer'), note: 'Why?', audience: 'writer' });
  await comments.put({ ...said, submissionId: idOf(2), userId: 'other', commentId: 'd' });
  await comments.moveTo(position);
  await accounts.moveTo(position);
  await system.untilReady();
});

const as = async (userId: string, more: Record<string, string> = {}) => ({
  cookie: await system.cookieOf({ userId, version: 0 }),
  'journal-position': system.tables.position,
  ...more,
});
const all = async (of = id) => system.get(`/api/submissions/${of}/comments`, await as('admin'));
const own = async (of = id, userId = 'writer', more = {}) =>
  system.get(`/api/submissions/mine/${of}/comments`, await as(userId, more));

const passage = {
  ...{ field: 'fullEssay', paragraph: 0, quotation: 'Essay', before: '', after: ' of', pitchRevision: 0 },
};

it('editors see all comments with names and replies, even deleted ones addressed to the writer', async () => {
  const answer = await all();
  const admin = { id: 'admin', name: 'Writer admin', isWriter: false };
  const second = { id: 'second', name: 'Writer second', isWriter: false };
  const writer = { id: 'writer', name: 'Writer writer', isWriter: true };
  const kept = { deletedAt: null, deletedBy: null };
  const deleted = { deletedAt: at(10), deletedBy: second };
  const shown = answer.json<Comment[]>();
  expect(shown).toEqual([
    {
      ...{ id: 'a', note: 'Among us', at: at(1), author: admin, audience: 'editors', ...passage },
      ...{ resolvedAt: null, resolvedBy: null, ...kept },
      replies: [
        {
          ...{ id: 'a1', note: 'Between us', at: at(5), ...kept },
          author: { id: 'gone', name: null, isWriter: false },
        },
      ],
    },
    {
      ...{ id: 'b', note: 'To you', at: at(2), author: admin, audience: 'writer', ...passage },
      ...{ resolvedAt: at(4), resolvedBy: second, ...kept },
      replies: [
        { id: 'b1', note: 'To us', at: at(3), author: writer, ...kept },
        { id: 'b2', note: 'To you again', at: at(6), author: admin, ...kept },
        { id: 'b3', note: 'A slip', at: at(7), author: admin, ...deleted },
      ],
    },
    {
      ...{ id: 'e', note: 'Tell nobody', at: at(8), author: admin, audience: 'writer', ...passage },
      ...{ resolvedAt: null, resolvedBy: null, ...deleted },
      replies: [{ id: 'e1', note: 'Why?', at: at(9), author: writer, ...kept }],
    },
  ]);
  expect(shown.every((comment) => Compile(Comment).Check(comment))).toBe(true);
  expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
});

it('the writer sees the comments addressed to them, without names or ids of editors', async () => {
  const answer = await own();
  expect(answer.json<OwnComment[]>()).toEqual([
    {
      ...{ id: 'b', note: 'To you', at: at(2), ...passage, resolvedAt: at(4) },
      replies: [
        { id: 'b1', note: 'To us', at: at(3), isOwn: true },
        { id: 'b2', note: 'To you again', at: at(6), isOwn: false },
      ],
    },
  ]);
  expect(Object.keys(answer.json()[0]).sort()).toEqual(Object.keys(OwnComment.properties).sort());
  expect(answer.body).not.toMatch(/admin|second|gone|Among|Between|slip|nobody/);
});

it.each([
  ['deleted', idOf(1)],
  ['erased', idOf(3)],
  ['unknown', idOf(9)],
  ['no id', 'x'],
])('the comments of a pitch that is %s are not found', async (_what, of) => {
  expect((await all(of)).json().code).toBe('submission-not-found');
});

it('the writer’s route returns comments on one’s own pitch only, even to an administrator', async () => {
  expect((await own(idOf(2))).json().code).toBe('submission-not-found');
  expect((await own(id, 'admin')).json().code).toBe('submission-not-found');
  expect((await own(idOf(2), 'other')).json()).toEqual([]);
});

it('a comment is unanswered until the writer replies or it is resolved or deleted, and again after a new reply', async () => {
  const { comments } = system.tables;
  const waiting = async () => {
    const { cookie } = await as('writer');
    const [list, one] = [
      await system.get('/api/submissions/mine', { cookie }),
      await system.get(`/api/submissions/mine/${id}`, { cookie }),
    ];
    const pitch = list.json<OwnSubmission[]>().find((each) => each.id === id);
    expect(one.json()).toEqual(pitch);
    return pitch?.unansweredComments;
  };
  const forWriter = { ...said, audience: 'writer' } as const;
  expect(await waiting()).toBe(0);
  await comments.put({ ...forWriter, commentId: 'open', at: at(7) });
  expect(await waiting()).toBe(1);
  await comments.put({ ...reply('open1', 'open', 8, 'writer'), audience: 'writer' });
  expect(await waiting()).toBe(0);
  await comments.put({ ...reply('open2', 'open', 9), audience: 'writer' });
  expect(await waiting()).toBe(1);
  const deleted = { deletedAt: at(10), deletedBy: 'admin' };
  await comments.put({ ...reply('open2', 'open', 9), audience: 'writer', ...deleted });
  expect(await waiting()).toBe(0);
  await comments.put({ ...reply('open3', 'open', 9), audience: 'writer' });
  expect(await waiting()).toBe(1);
  await comments.put({ ...forWriter, commentId: 'open', at: at(7), ...deleted });
  expect(await waiting()).toBe(0);
  await comments.put({ ...forWriter, commentId: 'open', at: at(7), deletedAt: null, deletedBy: null });
  expect(await waiting()).toBe(1);
  await comments.put({ ...forWriter, commentId: 'open', at: at(7), resolvedAt: at(10), resolvedBy: 'admin' });
  expect(await waiting()).toBe(0);
});

describe('a comment among editors', () => {
  it('changes no response or ETag that the writer gets, and is not sent to the writer’s stream', async () => {
    const { comments } = system.tables;
    const paths = ['', `/${id}`, `/${id}/comments`, `/${id}/differences`];
    const read = async () => {
      const answers = paths.map(async (path) =>
        system.get(`/api/submissions/mine${path}`, { cookie: (await as('writer')).cookie }),
      );
      return (await Promise.all(answers)).map(({ statusCode, body, headers }) => [
        ...[statusCode, body, headers.etag],
        headers['journal-topics'],
      ]);
    };
    const origin = await system.listen();
    const open = async (userId: string) => {
      const { cookie } = await as(userId);
      const aborting = new AbortController();
      const { body } = await fetch(`${origin}/api/changes`, { headers: { cookie }, signal: aborting.signal });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      const until = async (wanted: string) => {
        let text = '';
        while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
        return text;
      };
      await until('id: ');
      return { until, close: () => aborting.abort() };
    };
    const [writer, admin] = [await open('writer'), await open('admin')];
    const before = await read();
    await comments.put({ ...said, commentId: 'secret', note: 'Is it copied?', audience: 'editors' });
    const next = (by: number) => String(Number(system.tables.position) + by).padStart(12, '0');
    await comments.moveTo(next(1), [`comments:${id}`]);
    await admin.until(`comments:${id}`);
    expect(await read()).toEqual(before);
    await comments.moveTo(next(2), [`comments:${id}`, 'mine:writer']);
    const told = await writer.until('mine:writer');
    expect(told).not.toContain('comments:');
    expect(told).not.toContain(`"${next(1)}"`);
    writer.close();
    admin.close();
  });
});
