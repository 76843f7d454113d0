import { pageTexts } from '@journal/contracts/page-texts';
import { describe, expect, it } from 'vitest';
import { putPageVersion } from '../testing/page-version.ts';
import { sampleToken, useQuerySystem } from '../testing/query-system.ts';

const authorization = `Bearer ${sampleToken}`;
const system = useQuerySystem({}, async () => {
  await system.tables.commit({});
  await system.tables.accounts.put({ userId: 'editor-1', roles: ['admin'] });
});
const json = async (path: string) => (await system.get(path, { authorization })).json();

describe('an unchanged page', () => {
  it('returns the text that comes with the journal', async () => {
    const answer = await system.get('/api/pages/terms');
    expect(answer.json()).toEqual({ id: 'terms', text: pageTexts.terms });
    const { etag = '' } = answer.headers;
    expect(etag).toMatch(/^"-1-/);
    expect((await system.get('/api/pages/terms', { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('has no versions', async () => {
    expect(await json('/api/pages/terms/history')).toEqual([]);
    expect((await json('/api/pages/terms/history/0')).code).toBe('not-found');
  });
});

it('an unknown page is not found', async () => {
  for (const path of ['about', 'about/history', 'Privacy', '%00'])
    expect((await json(`/api/pages/${path}`)).code).toBe('not-found');
});

describe('a changed page', () => {
  const edit = { kind: 'PageEdited', entityType: 'page', entityId: 'privacy', changed: ['text'] } as const;

  it('returns the text of its last version', async () => {
    const { pool, audit, changedWords } = system.tables;
    const came = { text: 'As privacy came', isOwn: false };
    await putPageVersion(pool, { revision: -1, ...came });
    for (const [revision, version, words] of [
      [0, { text: 'Nothing clever' }, 'as privacy came nothing clever'],
      [1, { text: 'Nothing' }, 'clever'],
      [2, came, 'as privacy came nothing'],
    ] as const) {
      const position = `00000000000${revision + 1}`;
      await putPageVersion(pool, { revision, position, ...version });
      await changedWords(position, words);
      await audit.put({ ...edit, position, revision, title: 'Privacy' });
    }
    expect(await json('/api/pages/privacy')).toEqual({ id: 'privacy', text: pageTexts.privacy });
    await putPageVersion(pool, { revision: 3, text: 'Nothing at all', position: '000000000004' });
    await changedWords('000000000004', 'as privacy came nothing at all');
    const answer = await system.get('/api/pages/privacy');
    expect(answer.json()).toEqual({ id: 'privacy', text: 'Nothing at all' });
    expect(answer.headers.etag).toMatch(/^"3-/);
  });

  it('has a history, whose first version is compared with the text that came with the journal', async () => {
    const versions = await json('/api/pages/privacy/history');
    expect(versions.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1, 0]);
    expect(versions[0]).toMatchObject({
      event: 'PageEdited',
      actor: { name: 'Writer editor-1' },
      changed: ['text'],
    });
    expect(await json('/api/pages/privacy/history/0')).toMatchObject({
      fields: { text: 'Nothing clever' },
      differences: [
        { field: 'text', parts: expect.arrayContaining([{ kind: 'removed', text: 'As privacy came' }]) },
      ],
      counterpart: null,
    });
    expect((await json('/api/pages/privacy/history/2?against=0')).fields).toEqual({
      text: 'As privacy came',
    });
  });

  it.each([
    ['clever', [1, 0]],
    ['nothing', [3, 2, 0]],
    ['came', [3, 2, 0]],
    ['other', []],
  ])('is found by the words that a version added or removed: %s', async (words, revisions) => {
    const found = await json(`/api/pages/privacy/history?words=${words}`);
    expect(found.map(({ revision }: { revision: number }) => revision)).toEqual(revisions);
  });

  it('is found in the audit by the words that changed', async () => {
    const found = await json('/api/audit?words=clever&entity=page');
    expect(found).toMatchObject([
      { revision: 1, title: 'Privacy', entity: { type: 'page', id: 'privacy' } },
      { revision: 0 },
    ]);
    const { body } = await system.get('/api/audit.csv?kind=PageEdited', { authorization });
    const [, , , first] = body.split('\r\n');
    expect(first).toContain('privacy,Privacy,1,text,Text: As privacy came,Text: Nothing clever');
  });
});
