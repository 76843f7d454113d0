import { pageTexts } from '@journal/contracts/page-texts';
import type { PageEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { createNewsroom, type Headers } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { type PageCommand, pageDecider } from './page.decider.ts';

const pageId = 'privacy';

describe('a page', () => {
  const edited = (text: string | null, more: object = {}): PageEvent => ({
    type: 'PageEdited',
    data: { pageId, text, ...more },
  });
  const edit = (text: string | null, seen?: readonly number[]): PageCommand => ({
    type: 'EditPage',
    pageId,
    content: { text },
    ...(seen ? { seen } : {}),
  });
  const restore = (text: string | null): PageCommand => ({
    type: 'RestorePage',
    pageId,
    earlier: { revision: 0, content: { text } },
  });
  const meanwhile = { rejection: 'page-edited-meanwhile' };
  const none = { events: [] };
  const placed = (history: readonly PageEvent[]) =>
    history.map((event, revision) => ({ ...event, revision })) as never;
  const histories = {
    untouched: [],
    changed: [edited('First'), edited('Second')],
    'as it came': [edited('First'), edited(null)],
  };

  it.each<[keyof typeof histories, PageCommand, object]>([
    ['untouched', edit('New'), { events: [edited('New')] }],
    ['untouched', edit('New', [-1]), { events: [edited('New')] }],
    ['untouched', edit('New', [0]), meanwhile],
    ['untouched', edit(null), none],
    ['untouched', { type: 'RestorePage', pageId }, { rejection: 'version-not-found' }],
    ['changed', edit('New', [0, 1]), { events: [edited('New')] }],
    ['changed', edit('New', [0]), meanwhile],
    ['changed', edit('Second'), none],
    ['changed', edit(null), { events: [edited(null)] }],
    ['changed', restore('First'), { events: [edited('First', { restoredRevision: 0 })] }],
    ['changed', restore('Second'), none],
    ['as it came', edit(null), none],
    ['as it came', restore('First'), { events: [edited('First', { restoredRevision: 0 })] }],
  ])('that is %s handles %o as expected', (history, command, expected) => {
    const { state } = fold(pageDecider, placed(histories[history]));
    expect(pageDecider.decide(command, state)).toEqual(expected);
  });

  it('has content to restore from its first edit on', () => {
    const contentOf = (history: readonly PageEvent[]) =>
      pageDecider.contentOf(fold(pageDecider, placed(history)).state);
    expect(contentOf([])).toEqual({ rejection: 'version-not-found' });
    expect(contentOf(histories.changed)).toEqual({ text: 'Second' });
    expect(contentOf(histories['as it came'])).toEqual({ text: null });
  });
});

describe('the text of a page', () => {
  async function start() {
    const side = await createNewsroom();
    const { headers } = side.admin;
    const path = `/api/pages/${pageId}`;
    return {
      written: () => side.log.filter(({ type }) => type === 'PageEdited').map(({ data }) => data),
      put: (text: unknown, more: Headers = {}, to = path) =>
        side.call('PUT', to, { text }, { ...headers, ...more }),
      restore: (body: object, more: Headers = {}) =>
        side.call('POST', `${path}/restore`, body, { ...headers, ...more }),
    };
  }

  it('is replaced only if the editor has seen its latest version', async () => {
    const { put, written } = await start();
    const first = await put('  ## Ours\n\nWe keep nothing. ', { 'if-match': '"-1-abc"' });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ id: pageId, text: '## Ours\n\nWe keep nothing.' });
    expect(first.headers.etag).toMatch(/^"0-/);
    expect(first.headers['journal-position']).toBeTruthy();
    const late = await put('Theirs', { 'if-match': '"-1-abc"' });
    expect([late.statusCode, late.json().message]).toEqual([
      412,
      'Someone else has changed this page since you opened it',
    ]);
    expect((await put('Second', { 'if-match': String(first.headers.etag) })).statusCode).toBe(200);
    expect(written()).toHaveLength(2);
  });

  it('is reset to the default when the default text is saved', async () => {
    const { put, written } = await start();
    await put(pageTexts.privacy);
    expect(written()).toEqual([]);
    await put('Ours');
    const { text } = (await put(pageTexts.privacy)).json();
    expect(text).toBe(pageTexts.privacy);
    expect(written()).toEqual([
      { pageId, text: 'Ours' },
      { pageId, text: null },
    ]);
  });

  it('is restored once per idempotency key', async () => {
    const { put, restore, written } = await start();
    expect((await restore({ revision: 0 })).json().code).toBe('version-not-found');
    await put('First');
    await put('Second');
    const key = { 'idempotency-key': 'once' };
    expect((await restore({ revision: 0 }, key)).json().text).toBe('First');
    await put('Third');
    expect((await restore({ revision: 0 }, key)).json().text).toBe('First');
    expect((await restore({ revision: 9 })).json().code).toBe('version-not-found');
    expect((await restore({ revision: 0 }, { 'if-match': '"2-abc"' })).statusCode).toBe(412);
    expect(written()).toEqual([
      { pageId, text: 'First' },
      { pageId, text: 'Second' },
      { pageId, text: 'First', restoredRevision: 0 },
      { pageId, text: 'Third' },
    ]);
  });

  it.each([
    ['nothing', ' \n '],
    ['too much', 'x'.repeat(60_001)],
    ['a number', 7],
  ])('is rejected if it is %s', async (_what, text) => {
    const { put, written } = await start();
    expect((await put(text)).json()).toMatchObject({ code: 'invalid-request', errors: [{ path: 'text' }] });
    expect(written()).toEqual([]);
  });

  it('can’t be set for an unknown page', async () => {
    const { put } = await start();
    const answer = await put('Ours', {}, '/api/pages/about');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
  });
});
