import { expect } from '@playwright/test';
import { test } from '../../tools/testing/started-system.ts';
import { createNewsroom, join, joinAsEditor, pitch, reach } from './newsroom.ts';

const markup = '<script>globalThis.x=1</script><img src=x onerror=x>]]>';
const asText = '&lt;img src=x onerror=x&gt;';

test('scripts and formulas in every field of a pitch are plain text on pages, in feeds and in the CSV export', async ({
  playwright,
  request,
  baseURL,
}, { repeatEachIndex }) => {
  const network = `198.51.100.${180 + repeatEachIndex}`;
  const [writer, editor] = await Promise.all(
    ['writer', 'editor'].map(() => reach(playwright.request, baseURL, network)),
  );
  if (!writer || !editor) throw new Error('Nobody is there');
  const email = (name: string) => `${name}-${repeatEachIndex}@hostile.example`;
  await join(writer, { fullName: `@SUM(1)${markup}`, email: email('writer') });
  await joinAsEditor(editor, { fullName: `=1+1${markup}`, email: email('editor') });
  const word = `Flotsam${repeatEachIndex}`;
  const id = await pitch(writer, {
    fullName: `+1+1${markup}`,
    age: 15,
    school: `-1${markup}`,
    section: 'culture',
    articleTitle: `=HYPERLINK("http://x.example","${word}")${markup}`,
    articleSummary: `@SUM(2)${markup}`,
    fullEssay: `=3${markup}\n\n+3${markup}`,
  });
  const expectText = async (reader: typeof writer, path: string) => {
    const text = await (await reader.get(path)).text();
    expect(text, path).toContain(asText);
    expect(text, path).not.toMatch(/<script>globalThis|<img src=x/i);
    return text;
  };

  for (const path of ['/profile', `/profile/pitches/${id}`]) await expectText(writer, path);
  await expectText(editor, '/admin?tab=submissions');
  await expectText(editor, `/admin/submissions/${id}/history?version=1`);
  const published = await editor.post(`/api/submissions/${id}/publish`);
  expect(published.status(), await published.text()).toBe(201);
  const { id: articleId } = (await published.json()) as { id: number };
  const history = `/admin/articles/${articleId}/history?version=1`;
  for (const path of ['/', '/culture', `/article/${articleId}`, '/admin', '/admin/audit', history])
    await expectText(editor, path);
  for (const path of ['/feed.xml', '/atom.xml', '/culture/feed.xml', '/culture/atom.xml']) {
    const feed = await expectText(editor, path);
    expect(feed.split(']]>').length, path).toBe(feed.split('<![CDATA[').length);
  }

  const csv = await (await editor.get(`/api/audit.csv?q=${word}`)).text();
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain(`"'=HYPERLINK(""http://x.example"",""${word}"")${markup}"`);
  expect(csv).toContain(`'@SUM(1)${markup}`);
  expect(csv).toContain(`'=1+1${markup}`);
  const cells = [...csv.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|\r\n)/gm)];
  expect(cells.length).toBeGreaterThan(40);
  for (const [, quoted, bare] of cells) expect(quoted ?? bare).not.toMatch(/^[=+\-@\t]/);

  await createNewsroom(request).remove(articleId);
  for (const context of [writer, editor]) await context.dispose();
});
