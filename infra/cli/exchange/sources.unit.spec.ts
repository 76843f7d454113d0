import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTimeOf } from '@journal/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ghostSource } from './ghost.ts';
import { markdownPiece } from './markdown.ts';
import { importKey, requestFor } from './piece.ts';
import { readSource } from './sources.ts';
import { wordpressSource } from './wordpress.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const choices = { byline: 'The editors' };

describe('reading an export of another journal', () => {
  it('returns posts of WordPress with authors, dates and paragraphs, and lists what it left out', async () => {
    const { pieces, leftOut } = await readSource(fixture('wordpress.xml'));
    const [lunch, draft] = pieces;
    expect(lunch).toEqual({
      name: 'on-lunch',
      key: 'wordpress https://paper.example 11',
      title: 'On lunch & other breaks',
      text: 'First paragraph, with words.\n\nA hall\n\nA study (https://example.org/study) says so.',
      excerpt: undefined,
      topics: ['The View', 'Food'],
      author: 'Sample Writer',
      publishedAt: '2019-05-06T07:08:09.000Z',
      isDraft: false,
      lost: ['1 picture', '1 comment'],
    });
    expect(draft).toMatchObject({
      title: 'Not done yet',
      text: 'Begun.',
      isDraft: true,
      publishedAt: undefined,
    });
    expect(leftOut).toEqual([
      'About us: is a page, not a piece',
      'Old: was in the trash',
      'a.jpg: is a file: pictures are not imported',
    ]);
  });

  it('returns posts of Ghost, and those for members only as drafts', async () => {
    const { pieces, leftOut } = await readSource(fixture('ghost.json'));
    expect(pieces).toMatchObject([
      {
        key: 'ghost a1',
        text: 'The curtain was a sheet.\n\nIt rained.',
        excerpt: 'What a sheet can do',
        topics: ['Culture'],
        author: 'Sample Writer',
        featured: true,
        publishedAt: '2021-02-03T04:05:06.000Z',
        isDraft: false,
        lost: ['1 picture'],
      },
      { key: 'ghost a2', isDraft: true, lost: [], remarks: ['was for members only: imported as a draft'] },
    ]);
    expect(leftOut).toEqual(['Contact: is a page, not a piece']);
  });

  it('names every author of a post of Ghost, in their order', () => {
    const authors = [
      { id: 1, name: 'Bob' },
      { id: 2, name: 'Ann' },
    ];
    const of = authors.map(({ id }) => ({ post_id: 'a1', author_id: id, sort_order: 2 - id }));
    const posts = [{ id: 'a1', title: 'By two', html: 'Text' }];
    const { pieces } = ghostSource({ db: [{ data: { posts, users: authors, posts_authors: of } }] });
    expect(pieces).toMatchObject([{ author: 'Ann and Bob' }]);
  });

  it('returns no pages of Ghost from before version 3, and names the authors of posts from before version 1.22', () => {
    const users = [{ id: 1, name: 'Ann' }];
    const post = { title: 'A', html: 'Text', status: 'published' };
    const posts = [
      { ...post, id: 1, page: 0, author_id: 1 },
      { ...post, id: 2, page: 1, title: 'About us' },
    ];
    const { pieces, leftOut } = ghostSource({ db: [{ data: { posts, users } }] });
    expect(pieces).toMatchObject([{ key: 'ghost 1', author: 'Ann' }]);
    expect(leftOut).toEqual(['About us: is a page, not a piece']);
  });

  it('returns a post of Ghost that was mailed and never on the site as a draft', () => {
    const posts = [{ id: 'a1', title: 'To you', html: 'Text', status: 'sent', visibility: 'public' }];
    expect(ghostSource({ db: [{ data: { posts } }] }).pieces).toMatchObject([
      { isDraft: true, remarks: ['was only mailed: imported as a draft'] },
    ]);
  });

  it.each(['command-line.ts', 'nowhere.md'])(
    'rejects a file that is no export or is missing: %s',
    async (name) => {
      await expect(readSource(fixture(name))).rejects.toThrow(/is neither Markdown|cannot be read/);
    },
  );
});

it('a Markdown file in a folder _drafts is a draft, also if that folder or the file itself is imported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-source-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '_drafts', 'later'), { recursive: true });
  await writeFile(join(folder, '_drafts', 'later', 'a.md'), '# A title\n\nText');
  const found = ['.', '_drafts', '_drafts/later', '_drafts/later/a.md'].map(async (path) => {
    const { pieces } = await readSource(join(folder, path));
    return pieces.map(({ isDraft }) => isDraft);
  });
  expect(await Promise.all(found)).toEqual([[true], [true], [true], [true]]);
});

it('numeric character references in titles of older WordPress exports are decoded', () => {
  const item =
    '<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><title>It&#8217;s &#x2014; &amp; yes</title>';
  const exported = `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item>${item}</item></channel></rss>`;
  expect(wordpressSource(exported)?.pieces[0]?.title).toBe('It’s — & yes');
});

/** Returns the piece of a WordPress export with one post. */
function wordpressPiece({ title = 'A title', content = '', author = 'a', more = '' }) {
  const cdata = (text: string) => `<![CDATA[${text}]]>`;
  return wordpressSource(`<rss><channel><wp:wxr_version>1.2</wp:wxr_version>
    <wp:author><wp:author_login>a</wp:author_login><wp:author_display_name>${cdata(author)}</wp:author_display_name></wp:author>
    <item><title>${cdata(title)}</title><content:encoded>${cdata(content)}</content:encoded><dc:creator>a</dc:creator>
    <wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${more}</item></channel></rss>`)
    ?.pieces[0];
}

it('posts of two blogs of one network, as at wordpress.com, are different pieces', () => {
  const keyOf = (blog: string) =>
    wordpressSource(
      `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>http://wordpress.com/</wp:base_site_url>
       <wp:base_blog_url>${blog}</wp:base_blog_url><item><wp:post_type>post</wp:post_type><wp:post_id>5</wp:post_id></item></channel></rss>`,
    )?.pieces[0]?.key;
  expect(keyOf('http://one.wordpress.com')).not.toBe(keyOf('http://other.wordpress.com'));
});

it('items of a WordPress export of a type that a plugin has added are listed as left out, but not parts of the site', () => {
  const item = (type: string) =>
    `<item><wp:post_type>${type}</wp:post_type><title>A ${type}</title><wp:status>publish</wp:status></item>`;
  const items = ['poem', 'nav_menu_item', 'wp_global_styles'].map(item).join('');
  const exported = `<rss><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;
  expect(wordpressSource(exported)).toEqual({ pieces: [], leftOut: ['A poem: is of the type “poem”'] });
});

it('titles and names of a WordPress export are HTML, in which writers without all rights have every & encoded', () => {
  expect(wordpressPiece({ title: 'Rock &amp; <em>Roll</em> <3', author: 'Ann &amp; Bob' })).toMatchObject({
    title: 'Rock & Roll <3',
    author: 'Ann & Bob',
  });
});

it('a post of WordPress whose date in UTC is not known has its local date', () => {
  const more =
    '<wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_date>2011-02-03 04:05:06</wp:post_date>';
  expect(wordpressPiece({ more })?.publishedAt).toBe('2011-02-03T04:05:06.000Z');
});

it.each([
  ['Roses are red,\nViolets are blue.\n\nThe end', 'Roses are red,\nViolets are blue.\n\nThe end'],
  [
    '<h2>Two</h2>\nOne <a\nhref="#a">line</a>\r\nand another<br />\nlast',
    'Two\n\nOne line\nand another\nlast',
  ],
  ['<ul>\n\t<li>\nOne</li>\n\t<li>Two</li>\n</ul>\nEnd', '- One\n\n- Two\n\nEnd'],
  ['<!-- wp:paragraph -->\n<p>One\nline</p>\n<!-- /wp:paragraph -->', 'One line'],
])('the lines of %j in a WordPress export stay what readers saw there', (content, seen) => {
  expect(wordpressPiece({ content })?.text).toBe(seen);
});

it('pictures, videos and recordings that the classic editor of WordPress writes as shortcodes are listed as lost', () => {
  const content =
    'One\n\n[gallery columns="2" ids="7,8,9"]\n\n[video mp4="a.mp4"][/video]\n\n[audio mp3="b.mp3"]\n\n[caption id="c"]<img src="c.jpg"> A cat[/caption]';
  expect(wordpressPiece({ content })).toMatchObject({
    text: 'One\n\nA cat',
    lost: ['4 pictures', '1 video', '1 recording'],
  });
});

it.each(['[gallery ', '[gallery ids="', '[video ', '[caption ', '<p ', '<', ' '])(
  'a broken text of WordPress with %j again and again is read in linear time',
  (again) => {
    const content = `a${again.repeat(100_000 / again.length)}b`;
    const before = process.threadCpuUsage();
    expect(wordpressPiece({ content })?.text).toMatch(/^a/);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  },
);

it('the picture above a post is listed as lost', () => {
  const posts = [{ id: 'a1', title: 'A', html: 'Text <img>', feature_image: 'a.jpg' }];
  expect(ghostSource({ db: [{ data: { posts } }] }).pieces).toMatchObject([{ lost: ['2 pictures'] }]);
  const more = '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key></wp:postmeta>';
  expect(wordpressPiece({ content: 'Text', more })).toMatchObject({ text: 'Text', lost: ['1 picture'] });
});

it('an XML export can neither read files through entities nor expand them exponentially', () => {
  const post = '<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><title>&x;</title>';
  const exported = (entities: string) =>
    wordpressSource(
      `<!DOCTYPE rss [${entities}]><rss><channel><wp:wxr_version>1.2</wp:wxr_version><item>${post}</item></channel></rss>`,
    );
  expect(exported('<!ENTITY x SYSTEM "file:///etc/hostname">')).toBeUndefined();
  const doubled = [
    '<!ENTITY e0 "ha">',
    ...Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`),
  ];
  const { pieces = [] } = exported(`${doubled.join('')}<!ENTITY x "&e30;">`) ?? {};
  expect(JSON.stringify(pieces).length).toBeLessThan(1_000);
});

describe('a Markdown file', () => {
  const piece = (file: string) => markdownPiece('a.md', file);

  it('gets its metadata from front matter', () => {
    const front =
      'title: "One: two"\ndate: 2020-03-04\nauthor: Sample Writer\nage: 15\nschool: Harbour School\nsection: clash\ntags: [a, b]\ndescription: In short\ndraft: true';
    expect(piece(`---\r\n${front.replaceAll('\n', '\r\n')}\r\n---\r\n\r\nText`)).toMatchObject({
      title: 'One: two',
      publishedAt: '2020-03-04T00:00:00.000Z',
      author: 'Sample Writer',
      age: 15,
      school: 'Harbour School',
      topics: ['clash', 'a', 'b'],
      excerpt: 'In short',
      isDraft: true,
      text: 'Text',
    });
  });

  it('gets its title from the first heading without front matter, and is rejected if that is invalid YAML', () => {
    expect(piece('# A title\n\nText')).toMatchObject({
      title: 'A title',
      text: 'Text',
      publishedAt: undefined,
    });
    expect(piece('---\ntitle: [\n---\nText')).toMatch(/^a\.md: its front matter is not YAML/);
  });

  it.each([
    ['draft: "true"', 'a.md', true],
    ['published: false', 'a.md', true],
    ['status: draft', 'a.md', true],
    ['status: published', 'a.md', false],
    ['published: 2020-03-04', 'a.md', false],
    ['draft: false', 'a.md', false],
    ['title: A title', '_drafts/a.md', true],
  ])('with %s in %s is a draft: %s', (front, name, isDraft) => {
    expect(markdownPiece(name, `---\n${front}\n---\nText`)).toMatchObject({ isDraft });
  });

  it.each([
    ['author: [Ann, Bob, Cid]', 'Ann, Bob and Cid'],
    ['authors: [Ann, Bob]', 'Ann and Bob'],
    ['authors:\n  - name: Ann\n    url: https://ann.example\n  - Bob', 'Ann and Bob'],
    ['author: { name: Ann }', 'Ann'],
    ['authors: []', undefined],
  ])('with %s has the byline %s', (front, author) => {
    expect(piece(`---\n${front}\n---\nText`)).toMatchObject({ author });
  });

  it('of Jekyll has its day in its name, unless it has a date', () => {
    const dated = (front: string) =>
      markdownPiece('_posts/2020-03-04-on-lunch.md', `---\n${front}\n---\nText`);
    expect(dated('title: On lunch')).toMatchObject({ publishedAt: '2020-03-04T00:00:00.000Z' });
    expect(dated('date: 2020-03-05')).toMatchObject({ publishedAt: '2020-03-05T00:00:00.000Z' });
    expect(dated('date:')).toMatchObject({ publishedAt: '2020-03-04T00:00:00.000Z' });
  });

  it.each([
    '25.12.2023',
    '05.02.2024',
    '05/02/2024',
    '5-2-2024',
    'spring 1',
    '2023-02-30T25:00',
    '2023-02-30',
  ])('is rejected with a reason if its date, %s, is not understood for certain', (date) => {
    expect(piece(`---\ntitle: A title\ndate: ${date}\n---\nText`)).toBe(
      `a.md: its date (${date}) cannot be read: write it as YYYY-MM-DD`,
    );
  });

  it.each([
    ['2020-03-04 05:06:07 +0100', '2020-03-04T04:06:07.000Z'],
    ['2020-03-04T05:06:07Z', '2020-03-04T05:06:07.000Z'],
    ['"March 4, 2020 05:06 UTC"', '2020-03-04T05:06:00.000Z'],
    ['4 Mar 2020 05:06 GMT', '2020-03-04T05:06:00.000Z'],
  ])('with the date %s was published then', (date, publishedAt) => {
    expect(piece(`---\ndate: ${date}\n---\nText`)).toMatchObject({ publishedAt });
  });

  it('is rejected with a reason if its text is nested too deeply', () => {
    expect(piece('>'.repeat(20_000))).toBe('a.md: its text is nested too deeply');
  });
});

describe('a piece', () => {
  const whole = {
    name: 'a',
    key: 'markdown a',
    title: 'A title',
    text: 'Some words. More of them.',
    topics: ['Sport', 'The Culture'],
    isDraft: false,
    lost: [],
  };

  it('is imported into the first known section it names, with defaults for missing fields', () => {
    const asked = requestFor({ ...whole, lost: ['1 picture'], age: 40, author: 'Sample Writer' }, choices);
    expect(asked).toMatchObject({
      body: {
        section: 'culture',
        authorName: 'Sample Writer',
        authorAge: null,
        excerpt: whole.text,
        readTime: 1,
      },
      notes: ['lost: 1 picture, the age 40'],
    });
    expect(requestFor({ ...whole, age: 14, topics: [] }, { ...choices, section: 'view' })).toMatchObject({
      body: { section: 'view', authorName: 'The editors', authorAge: 14 },
      notes: ['section: view', 'no author: byline “The editors”'],
    });
  });

  it('becomes a draft without a date if it is scheduled for the future', () => {
    const publishedAt = '9000-01-02T00:00:00.000Z';
    const asked = requestFor({ ...whole, author: 'Sample Writer', publishedAt }, choices);
    expect(asked).toMatchObject({
      body: { isDraft: true },
      notes: ['was planned for 9000-01-02: imported as a draft'],
    });
    expect(asked).not.toHaveProperty('body.publishedAt');
  });

  it('has its excerpt and author cut to the maximum length without splitting a character', () => {
    const long = `${'x'.repeat(999)}\u{1F600}`;
    const asked = requestFor({ ...whole, excerpt: long, author: long.slice(880) }, choices);
    expect(asked).toMatchObject({ body: { excerpt: 'x'.repeat(999), authorName: 'x'.repeat(119) } });
  });

  it('has the same reading time as a pitch with the same text', () => {
    const text = 'word '.repeat(1_500).trim();
    expect(requestFor({ ...whole, text }, choices)).toMatchObject({ body: { readTime: readTimeOf(text) } });
  });

  it.each([
    [{ topics: ['Sport'] }, 'it has no section of this journal (Sport): set one with --section'],
    [{ title: '' }, 'it has no title'],
    [{ title: 'x'.repeat(201) }, 'its title is longer than 200 characters'],
    [{ text: '' }, 'it has no text'],
    [{ text: 'x'.repeat(60_001) }, 'its text is longer than 60000 characters'],
  ])('is not imported with %j', (change, reason) => {
    expect(requestFor({ ...whole, ...change }, choices)).toBe(reason);
  });

  it('has one import key, of letters and digits, for each source key', () => {
    expect(importKey(whole)).toBe(importKey({ ...whole, key: 'markdown a' }));
    expect(importKey(whole)).not.toBe(importKey({ ...whole, key: 'markdown b' }));
    expect(importKey({ key: 'ü'.repeat(400) })).toMatch(/^import-[0-9a-f]{64}$/);
  });
});
