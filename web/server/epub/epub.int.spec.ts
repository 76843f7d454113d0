import { hash } from 'node:crypto';
import type { Transport } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSampleApi, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { sampleArticle, sampleIssue } from '../../../tools/testing/site-content.ts';
import { createWebService } from '../index.ts';

const hostile = 'A ]]> <b>&amp; "quoted"\u0001 \ud800 😀 </p>';
const articles = [
  sampleArticle(3, { title: 'Anchor', content: 'One\ntwo\n\nthree' }),
  sampleArticle(2, {
    ...{ title: hostile, excerpt: hostile, content: `${hostile}\n\n${hostile}` },
    ...{ authorName: 'Name withheld', authorAge: null, authorSchool: null },
  }),
  sampleArticle(1, { authorName: 'Former contributor', authorAge: null, authorSchool: null }),
];
const issue = sampleIssue(7, articles, { title: 'Snow', letter: `Dear reader,\n\n${hostile}` });
const api = createSampleApi(articles);
let web: Service;
/** Statuses of the API's responses to requests for an issue's texts. */
const answered: number[] = [];
const fetchTagged: Transport = async (path, { headers, signal }) => {
  const answer = await api.fetch(path, { headers: { ...headers }, signal });
  const etag = `"${hash('sha256', answer.body)}"`;
  const isKnown = headers['if-none-match'] === etag;
  if (path.endsWith('/whole')) answered.push(isKnown ? 304 : answer.status);
  return isKnown
    ? { ...answer, status: 304, body: '', statusText: '' }
    : { ...answer, statusText: '', headers: { ...answer.headers, etag } };
};

beforeAll(async () => {
  web = await createWebService(
    { ...sampleWebConfig, JOURNAL_NAME: 'The <Forum> & Co' },
    { api: fetchTagged },
  );
  await web.start();
});
afterAll(() => web.stop());
afterEach(() => {
  api.articles = articles;
});

const get = (headers: Record<string, string> = {}, number = '7') =>
  web.app.inject({ method: 'GET', url: `/issues/${number}/issue.epub`, headers });

type Element = Record<string, string>;
/** Returns the attributes of all elements with this name. Throws if the document is not well-formed. */
function elementsIn(xml: string, name: string): Element[] {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(`${valid.err.msg} in ${xml}`);
  const found: Element[] = [];
  const collect = (node: unknown) => {
    for (const [key, value] of Object.entries(node ?? {})) {
      if (key === name) found.push(...[value].flat().map((one) => (typeof one === 'string' ? {} : one)));
      if (typeof value === 'object') collect(value);
    }
  };
  collect(new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml));
  return found;
}

it('an issue’s EPUB lists all its files, and its links resolve within the book', async () => {
  api.issues = [issue];
  const { rawPayload: zip, headers } = await get();
  expect(headers['content-type']).toBe('application/epub+zip');
  expect(headers['content-disposition']).toBe('attachment; filename="issue-7.epub"');
  // The first entry is stored, without an extra field, so that reading systems detect the format by its first bytes.
  expect([zip.readUInt16LE(8), zip.readUInt16LE(28)]).toEqual([0, 0]);
  expect(zip.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');

  const files = unzipSync(zip);
  const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  const [root] = elementsIn(text('META-INF/container.xml'), 'rootfile');
  expect(root).toMatchObject({ 'full-path': 'EPUB/package.opf' });
  const opf = text('EPUB/package.opf');
  const items = elementsIn(opf, 'item');
  const listed = items.map(({ href }) => `EPUB/${href}`);
  expect(Object.keys(files).sort()).toEqual(
    ['mimetype', 'META-INF/container.xml', 'EPUB/package.opf', ...listed].sort(),
  );
  expect(items.filter(({ properties }) => properties === 'nav')).toHaveLength(1);
  expect(items.filter(({ properties }) => properties === 'cover-image')).toHaveLength(1);
  const documents = items.filter(
    ({ type, 'media-type': mediaType = type }) => mediaType === 'application/xhtml+xml',
  );
  expect(elementsIn(opf, 'itemref').map(({ idref }) => idref)).toEqual(documents.map(({ id }) => id));
  for (const { href } of documents) {
    const xhtml = text(`EPUB/${href}`);
    const links = ['a', 'link', 'img'].flatMap((name) => elementsIn(xhtml, name));
    for (const target of links.flatMap(({ href, src }) => href ?? src ?? []))
      if (!target.startsWith('https:')) expect(listed).toContain(`EPUB/${target}`);
  }
  expect(
    elementsIn(text('EPUB/nav.xhtml'), 'a')
      .map(({ href }) => href)
      .slice(0, 5),
  ).toEqual(['cover.xhtml', 'letter.xhtml', 'piece-3.xhtml', 'piece-2.xhtml', 'piece-1.xhtml']);
});

it('an EPUB contains the issue’s metadata, and its texts escaped', async () => {
  api.issues = [
    { ...issue, pieces: issue.pieces.map((piece, at) => ({ ...piece, heading: at ? 'B' : 'A <' })) },
  ];
  const files = unzipSync((await get()).rawPayload);
  const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  const opf = text('EPUB/package.opf');
  for (const part of [
    '<dc:title>The &lt;Forum&gt; &amp; Co, issue 7: Snow</dc:title>',
    '<dc:language>en-GB</dc:language>',
    '<dc:identifier id="id">https://journal.example/issues/7</dc:identifier>',
    '<meta property="schema:accessibilityFeature">tableOfContents</meta>',
  ])
    expect(opf).toContain(part);
  expect(opf).toMatch(/<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/meta>/);
  expect(opf.match(/<dc:creator>[^<]*/g)).toEqual(['<dc:creator>Sample Writer']);
  expect(text('EPUB/piece-3.xhtml')).toContain('<p dir="auto">One<br/>two</p>\n<p dir="auto">three</p>');
  expect(text('EPUB/piece-2.xhtml')).toContain('A ]]&gt; &lt;b&gt;&amp;amp; &quot;quoted&quot;');
  expect(text('EPUB/nav.xhtml')).toContain('<li><span dir="auto">A &lt;</span><ol><li>');
  expect(files['EPUB/cover.png']?.subarray(1, 4)).toEqual(new Uint8Array(Buffer.from('PNG')));
});

it('an EPUB is cached until its issue changes, and its texts are revalidated by ETag', async () => {
  api.issues = [issue];
  answered.length = 0;
  const first = await get();
  expect((await get()).rawPayload).toEqual(first.rawPayload);
  expect((await get({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
  expect(answered.slice(1)).toEqual([304, 304]);
  api.articles = articles.map((one) => (one.id === 3 ? { ...one, content: 'Another text' } : one));
  const changed = await get({ 'if-none-match': String(first.headers.etag) });
  expect(changed.statusCode).toBe(200);
  expect(strFromU8(unzipSync(changed.rawPayload)['EPUB/piece-3.xhtml'] ?? new Uint8Array())).toContain(
    'Another text',
  );
});

it('the EPUB of an issue that readers can’t see returns 404', async () => {
  api.issues = [issue];
  for (const number of ['8', '0', 'x']) expect((await get({}, number)).statusCode).toBe(404);
});
