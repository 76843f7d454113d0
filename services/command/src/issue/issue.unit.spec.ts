import type { IssueEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { type IssueCommand, issueDecider } from './issue.decider.ts';

const content = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;
const which = { issueNumber: 7 };
const piece = (articleId: number, heading: string | null = null) => ({ articleId, heading });

describe('an issue', () => {
  const opened: IssueEvent = { type: 'IssueOpened', data: { ...which, ...content } };
  const arranged = (...ids: number[]): IssueEvent => ({
    type: 'IssueArranged',
    data: { ...which, pieces: ids.map((id) => piece(id)) },
  });
  const published: IssueEvent = { type: 'IssuePublished', data: which };
  const withdrawn: IssueEvent = { type: 'IssueWithdrawn', data: which };
  const discarded: IssueEvent = { type: 'IssueDiscarded', data: which };
  const publishAt = '2027-01-31T08:00:00.000Z';
  const scheduled = (time: string): IssueEvent => ({
    type: 'IssueScheduled',
    data: { ...which, publishAt: time },
  });
  const withPitch: IssueEvent = {
    type: 'IssueArranged',
    data: { ...which, pieces: [{ submissionId: 'pitch-1', userId: 'user-1', heading: null }] },
  };
  const edited = (changes: object): IssueEvent => ({ type: 'IssueEdited', data: { ...which, ...changes } });
  const histories = {
    'that is not there': [],
    'that is empty': [opened],
    'with two pieces': [opened, arranged(1, 2)],
    'that is out': [opened, arranged(1, 2), published],
    'that was withdrawn': [opened, arranged(1, 2), published, withdrawn],
    'that was discarded': [opened, edited({ title: 'Ice' }), discarded],
    'that is planned': [opened, arranged(1, 2), scheduled(publishAt)],
    'that is planned with a pitch': [opened, withPitch, scheduled(publishAt)],
    'that is closed': [opened, withPitch, scheduled(publishAt), { type: 'IssueClosed', data: which }],
  };
  const schedule: IssueCommand = { type: 'ScheduleIssue', ...which, publishAt };
  const unschedule: IssueCommand = { type: 'UnscheduleIssue', ...which };
  const asPlanned = (planned: string): IssueCommand => ({ type: 'PublishIssue', ...which, planned });
  const finish: IssueCommand = { type: 'FinishIssue', ...which, pieces: [piece(3)], submissions: [] };
  const open: IssueCommand = { type: 'OpenIssue', ...which, content };
  const edit = (changes: object, seen?: readonly number[]): IssueCommand => ({
    type: 'EditIssue',
    ...which,
    content: { ...content, ...changes },
    ...(seen ? { seen } : {}),
  });
  const arrange = (...ids: number[]): IssueCommand => ({
    type: 'ArrangeIssue',
    ...which,
    pieces: ids.map((id) => piece(id)),
  });
  const publish: IssueCommand = { type: 'PublishIssue', ...which };
  const withdraw: IssueCommand = { type: 'WithdrawIssue', ...which };
  const discard: IssueCommand = { type: 'DiscardIssue', ...which };
  const restore: IssueCommand = {
    type: 'RestoreIssue',
    ...which,
    earlier: { revision: 0, content: { ...content, title: 'Rain' } },
  };
  const none = { events: [] };
  const refused = (rejection: string) => ({ rejection });

  it.each<[keyof typeof histories, IssueCommand, object]>([
    ['that is not there', open, { events: [opened] }],
    ['that was discarded', open, { events: [opened] }],
    ['that was discarded', discard, refused('issue-not-found')],
    ['that was discarded', edit({}), refused('issue-not-found')],
    ['that is empty', discard, { events: [discarded] }],
    ['that is empty', { ...discard, seen: [7] }, refused('issue-edited-meanwhile')],
    ['with two pieces', discard, refused('issue-in-use')],
    ['that is out', discard, refused('issue-in-use')],
    ['that was withdrawn', discard, refused('issue-in-use')],
    ['that is empty', open, refused('issue-number-taken')],
    ['that was withdrawn', open, refused('issue-number-taken')],
    ...[edit({}), arrange(1), publish, withdraw, discard, restore].map(
      (command): [keyof typeof histories, IssueCommand, object] => [
        'that is not there',
        command,
        refused('issue-not-found'),
      ],
    ),
    ['that is empty', edit({ title: 'Rain' }), { events: [edited({ title: 'Rain' })] }],
    ['that is empty', edit({}), none],
    ['that is empty', edit({ title: 'Rain' }, [1]), refused('issue-edited-meanwhile')],
    ['that is empty', { ...publish, seen: [7] }, refused('issue-edited-meanwhile')],
    ['that is empty', publish, refused('issue-empty')],
    ['that is empty', withdraw, refused('issue-not-published')],
    ['that is empty', arrange(2, 1), { events: [arranged(2, 1)] }],
    ['that is empty', restore, { events: [edited({ title: 'Rain', restoredRevision: 0 })] }],
    ['that is empty', { type: 'RestoreIssue', ...which }, refused('version-not-found')],
    ['with two pieces', arrange(1, 2), none],
    ['with two pieces', arrange(2, 1), { events: [arranged(2, 1)] }],
    ['with two pieces', arrange(), { events: [arranged()] }],
    ['with two pieces', publish, { events: [published] }],
    ['that is out', publish, refused('issue-published')],
    ['that is out', arrange(), refused('issue-empty')],
    ['that is out', arrange(3), { events: [arranged(3)] }],
    ['that is out', edit({ letter: 'Dear all' }), { events: [edited({ letter: 'Dear all' })] }],
    ['that is out', withdraw, { events: [withdrawn] }],
    ['that was withdrawn', withdraw, refused('issue-not-published')],
    ['that was withdrawn', publish, { events: [published] }],
    ['that is empty', schedule, refused('issue-empty')],
    ['with two pieces', schedule, { events: [scheduled(publishAt)] }],
    ['with two pieces', { ...schedule, seen: [0] }, refused('issue-edited-meanwhile')],
    ['with two pieces', unschedule, none],
    ['with two pieces', asPlanned(publishAt), refused('issue-not-planned')],
    ['that is out', schedule, refused('issue-published')],
    ['that is out', unschedule, none],
    ['that was withdrawn', schedule, { events: [scheduled(publishAt)] }],
    ['that is planned', schedule, none],
    [
      'that is planned',
      { ...schedule, publishAt: '2027-02-01T08:00:00.000Z' },
      {
        events: [scheduled('2027-02-01T08:00:00.000Z')],
      },
    ],
    ['that is planned', unschedule, { events: [{ type: 'IssueUnscheduled', data: which }] }],
    ['that is planned', arrange(), refused('issue-empty')],
    ['that is planned', arrange(3), { events: [arranged(3)] }],
    ['that is planned', publish, { events: [published] }],
    ['that is planned', asPlanned(publishAt), { events: [published] }],
    ['that is planned', asPlanned('2027-02-01T08:00:00.000Z'), refused('issue-not-planned')],
    ['that is planned', finish, none],
    [
      'that is planned with a pitch',
      asPlanned(publishAt),
      { events: [{ type: 'IssueClosed', data: which }] },
    ],
    ['that is closed', publish, none],
    [
      'that is closed',
      finish,
      {
        events: [{ type: 'IssuePublished', data: { ...which, pieces: [piece(3)], submissions: [] } }],
      },
    ],
    ...[edit({}), arrange(1), withdraw, discard, restore, schedule, unschedule].map(
      (command): [keyof typeof histories, IssueCommand, object] => [
        'that is closed',
        command,
        refused('issue-closed'),
      ],
    ),
  ])('%s handles %o as expected', (history, command, expected) => {
    const dated = histories[history].map((event, revision) => ({
      ...event,
      revision,
      metadata: { at: '2027-01-30T08:00:00.000Z' },
    }));
    const { state } = fold(issueDecider, dated as never);
    expect(issueDecider.decide(command, state)).toEqual(expected);
  });
});

describe('the issue routes', () => {
  async function start() {
    const side = await createNewsroom();
    for (const title of ['One', 'Two', 'Three']) await side.publish({ title });
    const { headers } = side.admin;
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, more: Headers = {}) =>
      side.call(method, `/api/issues${path}`, body, { ...headers, ...more });
    return {
      ...side,
      send,
      open: (body: object = {}, more?: Headers) => send('POST', '', { date: '2027-01-31', ...body }, more),
      arrange: (number: number, pieces: readonly object[], more?: Headers) =>
        send('PUT', `/${number}/pieces`, { pieces }, more),
      written: () =>
        side.log.filter(({ type }) => type.startsWith('Issue')).map(({ type, data }) => ({ type, ...data })),
    };
  }

  it('compose, publish, edit, restore and withdraw an issue', async () => {
    const { open, arrange, send, written } = await start();
    const opened = await open({ number: 7, title: ' Snow ', letter: '' });
    expect([opened.statusCode, opened.headers.location]).toEqual([201, '/api/issues/7']);
    expect(opened.json()).toEqual({
      number: 7,
      status: 'draft',
      publishedAt: null,
      publishAt: null,
      ...{ date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' },
      pieces: [],
    });
    expect(codeOf(await send('POST', '/7/publish'))).toBe('issue-empty');
    const arranged = await arrange(7, [piece(2, ' Winter '), { articleId: 1 }]);
    expect(arranged.json().pieces).toEqual([piece(2, 'Winter'), piece(1)]);
    const tag = { 'if-match': String(arranged.headers.etag) };
    const out = await send('POST', '/7/publish', undefined, tag);
    expect(out.json()).toMatchObject({ status: 'published', publishedAt: expect.stringMatching(/Z$/) });
    const late = await send('PUT', '/7', { date: '2027-02-01' }, tag);
    expect([late.statusCode, late.json().message]).toEqual([
      412,
      'Someone else has changed this issue since you opened it',
    ]);
    expect((await send('PUT', '/7', { date: '2027-02-01', title: 'Ice' })).json().title).toBe('Ice');
    expect((await send('POST', '/7/restore', { revision: 0 }, tag)).statusCode).toBe(412);
    expect((await send('POST', '/7/restore', { revision: 0, fields: ['date'] })).json()).toMatchObject({
      ...{ title: 'Ice', date: '2027-01-31' },
    });
    expect((await send('POST', '/7/restore', { revision: 0 })).json()).toMatchObject({
      ...{ title: 'Snow', date: '2027-01-31', status: 'published' },
      pieces: [piece(2, 'Winter'), piece(1)],
    });
    expect((await send('POST', '/7/withdraw')).json()).toMatchObject({
      status: 'withdrawn',
      publishedAt: null,
    });
    expect((await send('POST', '/7/publish')).json().status).toBe('published');
    expect(written().map(({ type }) => type)).toEqual([
      ...['IssueOpened', 'IssueArranged', 'IssuePublished', 'IssueEdited', 'IssueEdited', 'IssueEdited'],
      ...['IssueWithdrawn', 'IssuePublished'],
    ]);
  });

  it('also accept the pieces as a bare list', async () => {
    const { open, send } = await start();
    await open();
    const arranged = await send('PUT', '/1/pieces', [piece(2, ' Winter '), { articleId: 1 }]);
    expect(arranged.json().pieces).toEqual([piece(2, 'Winter'), piece(1)]);
    expect(codeOf(await send('PUT', '/1/pieces', [{ articleId: 'two' }]))).toBe('invalid-request');
  });

  it('assign the next number, unique even for concurrent requests', async () => {
    const { open } = await start();
    expect((await open()).json().number).toBe(1);
    await open({ number: 23 });
    const numbers = (await Promise.all([open(), open(), open()])).map((answer) => answer.json().number);
    expect(numbers.sort()).toEqual([24, 25, 26]);
    expect(codeOf(await open({ number: 24 }))).toBe('issue-number-taken');
  });

  it.each([{}, { 'idempotency-key': 'key-1' }])(
    'need a number after the highest possible one: %j',
    async (headers) => {
      const { open, log } = await start();
      await open({ number: 100_000 });
      const before = log.length;
      const answer = await open({}, headers);
      expect([answer.statusCode, answer.json().errors, log.length]).toMatchObject([
        400,
        [{ path: 'number' }],
        before,
      ]);
      expect((await open({ number: 99_999 }, headers)).json().number).toBe(99_999);
    },
  );

  it('discard an empty issue, whose number is free again', async () => {
    const { open, arrange, send, written } = await start();
    await open({ number: 6 });
    await open({ number: 70 });
    expect((await send('DELETE', '/70')).statusCode).toBe(204);
    expect(codeOf(await send('DELETE', '/70'))).toBe('issue-not-found');
    expect(codeOf(await send('PUT', '/70', { date: '2027-01-31' }))).toBe('issue-not-found');
    expect(codeOf(await send('POST', '/70/mailing', {}))).toBe('issue-not-found');
    expect((await open()).json().number).toBe(7);
    expect((await open({ number: 70, title: 'Rain' })).json()).toMatchObject({ number: 70, title: 'Rain' });
    await arrange(70, [piece(1)]);
    expect(codeOf(await send('DELETE', '/70'))).toBe('issue-in-use');
    const of70 = written().filter((event) => 'issueNumber' in event && event.issueNumber === 70);
    expect(of70.map(({ type }) => type)).toEqual([
      ...['IssueOpened', 'IssueDiscarded', 'IssueOpened', 'IssueArranged'],
    ]);
  });

  it('open one issue per idempotency key, whatever its number', async () => {
    const { open, written } = await start();
    const key = { 'idempotency-key': 'once' };
    const first = await open({ title: 'Snow' }, key);
    await open();
    expect((await open({ title: 'Snow' }, key)).json()).toEqual(first.json());
    expect(codeOf(await open({ title: 'Rain' }, key))).toBe('idempotency-key-reused');
    expect(written()).toHaveLength(2);
  });

  it.each([
    ['a piece twice', [piece(1), piece(1)], 'invalid-request'],
    ['a piece that is none', [piece(1), piece(99)], 'article-not-found'],
    ['too many pieces', Array.from({ length: 61 }, (_, index) => piece(index + 1)), 'invalid-request'],
    ['a heading of no length', [piece(1, 'x'.repeat(121))], 'invalid-request'],
  ])('reject an arrangement with %s', async (_what, pieces, code) => {
    const { open, arrange, written } = await start();
    await open();
    expect(codeOf(await arrange(1, pieces))).toBe(code);
    expect(written()).toHaveLength(1);
  });

  it.each([
    ['no day', { date: '2027-02-30' }, 'date'],
    ['a year of two digits', { date: '0020-01-31' }, 'date'],
    ['a year far ahead', { date: '2200-01-01' }, 'date'],
    ['none', {}, 'date'],
    ['a letter without end', { date: '2027-01-31', letter: 'x'.repeat(6_001) }, 'letter'],
    ['a cover that is none', { date: '2027-01-31', cover: 'nothing' }, 'cover'],
    ['number nought', { date: '2027-01-31', number: 0 }, 'number'],
  ])('reject a new issue with %s', async (_what, body, path) => {
    const { send, written } = await start();
    const answer = await send('POST', '', body);
    expect(answer.json()).toMatchObject({ code: 'invalid-request', errors: [{ path }] });
    expect(written()).toEqual([]);
  });

  it.each([
    [{}, 'Date is required'],
    [{ date: '' }, 'Date is required'],
    [{ date: '12027-01-31' }, 'Date must be a day between 1900 and 2199'],
  ])('return the error in the date of %j', async (body, message) => {
    const { send } = await start();
    expect((await send('POST', '', body)).json()).toMatchObject({ errors: [{ path: 'date', message }] });
  });

  it('return issue-not-found for an unknown or invalid number', async () => {
    const { send } = await start();
    for (const number of ['7', '0', '100001', 'seven'])
      expect(codeOf(await send('POST', `/${number}/publish`))).toBe('issue-not-found');
  });
});
