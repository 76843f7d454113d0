import { describe, expect, it } from 'vitest';
import { type MailedIssue, renderIssueMail } from './issue-mail.ts';

const journal = { name: 'The <Forum>', publicUrl: 'https://journal.example' };
const way = 'https://journal.example/newsletter/unsubscribe?token=a&b';
const piece = (id: number, change: object = {}, heading: string | null = null) => ({
  heading,
  article: {
    ...{ id, title: `Title ${id}`, excerpt: `Excerpt ${id}`, authorName: `Writer ${id}`, authorAge: 15 },
    ...change,
  },
});
const issue: MailedIssue = {
  ...{ number: 7, title: 'Snow', date: '2027-01-31', isPublished: true },
  letter: 'Dear all,\n\nit <snows>.\nA lot.',
  pieces: [
    piece(1),
    { heading: 'Gone', article: null },
    piece(2, { authorAge: null }, 'On “heat” & ice'),
    piece(3),
  ],
};
const render = (change: Partial<MailedIssue> = {}) => renderIssueMail({ ...issue, ...change }, journal, way);
const bytes = (text: string) => Buffer.byteLength(text);
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('the mail of an issue', () => {
  it('contains the whole issue as plain text', () => {
    const { subject, text } = render();
    expect(subject).toBe('The <Forum>: Snow');
    expect(text).toBe(`The <Forum>
Issue 7 · January 31, 2027

Snow

Read it in the browser: https://journal.example/issues/7

Dear all,

it <snows>.
A lot.

Title 1
By Writer 1, 15
Excerpt 1
https://journal.example/article/1

== On “heat” & ice ==

Title 2
By Writer 2
Excerpt 2
https://journal.example/article/2

Title 3
By Writer 3, 15
Excerpt 3
https://journal.example/article/3

Write for us: https://journal.example/contact

-- 
You get this because you subscribed to new issues of The <Forum>.
Unsubscribe: ${way}
`);
  });

  it('links only to the journal, the issue, its visible pieces, the contact page and the unsubscribe page', () => {
    const at = (path: string) => `https://journal.example${path}`;
    expect(new Set(linksIn(render().html))).toEqual(
      new Set([
        ...[at('/'), at('/issues/7'), at('/contact'), way.replace('&', '&amp;')],
        ...[1, 2, 3].map((id) => at(`/article/${id}`)),
      ]),
    );
  });

  it('links to the issue from a piece that has no article yet', () => {
    const { html, text } = render({ pieces: [piece(1, { id: null, title: 'Tide' })] });
    expect(linksIn(html).filter((href) => href?.includes('/article/'))).toEqual([]);
    expect(text).toContain('Tide\nBy Writer 1, 15\nExcerpt 1\nhttps://journal.example/issues/7\n');
  });

  it('shows the cover’s text instead of its image before the issue is published', () => {
    const { html } = render({ isPublished: false });
    expect(html).toContain('>The cover of “Snow”</a>');
    expect(html).not.toContain('<img');
  });

  it('loads only the cover, with an alternative text, and contains no scripts', () => {
    const { html } = render();
    expect([...html.matchAll(/<img[^>]*>/g)]).toHaveLength(1);
    expect(html).toContain('src="https://journal.example/issues/7/cover.png" alt="The cover of “Snow”"');
    // Mail clients that load no images show the alternative text instead.
    expect(html).toMatch(/<p class="ink"[^>]*><a [^>]*color:inherit"><img /);
    expect(html).not.toMatch(/<script|<link|@import|url\(|<iframe| on[a-z]+=/i);
  });

  it('escapes HTML in titles, headings and the letter', () => {
    const nasty = '"><script>alert(1)</script>';
    const { html } = render({ title: nasty, letter: nasty, pieces: [piece(1, { title: nasty }, nasty)] });
    expect(html).not.toContain('<script');
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(5);
    expect(render().html).toContain('it &lt;snows&gt;.<br>A lot.');
  });

  it('has dir="auto" on titles and excerpts', () => {
    const { html } = render({ pieces: [piece(1, { title: 'שלג', excerpt: 'ثلج' })] });
    expect(html).toMatch(/<h2 class="ink" dir="auto"[^>]*><a [^>]*>שלג<\/a>/);
    expect(html).toMatch(/<p class="ink" dir="auto"[^>]*>ثلج<\/p>/);
  });

  it('supports light and dark colour schemes', () => {
    expect(render().html).toContain('@media (prefers-color-scheme: dark)');
    expect(render().html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it('is named by its number if it has no title, and needs neither letter nor pieces', () => {
    const { subject, text, html } = render({ title: null, letter: null, pieces: [] });
    expect(subject).toBe('The <Forum>: Issue 7');
    expect(text).toContain('The <Forum>\nIssue 7 · January 31, 2027\n\nRead it in the browser');
    expect(html).toContain('alt="The cover of “Issue 7”"');
  });

  it('stays below 102,000 bytes by omitting excerpts, then pieces, and states how many pieces are omitted', () => {
    const wide = (length: number) => '雪'.repeat(length);
    const pieces = (count: number, excerpt: number) =>
      Array.from({ length: count }, (_, index) => piece(index + 1, { excerpt: wide(excerpt) }));
    const whole = render({ pieces: pieces(20, 300) });
    expect(whole.html.split(wide(300))).toHaveLength(21);
    const withoutExcerpts = render({ pieces: pieces(60, 1_000) });
    expect(withoutExcerpts.html.split(wide(1_000))).toHaveLength(2);
    expect(withoutExcerpts.html).toContain('Title 60');
    const full = (character: string) =>
      Array.from({ length: 60 }, (_, index) => {
        const [title, name] = [character.repeat(200), character.repeat(120)];
        return piece(index + 1, { title, excerpt: character.repeat(1_000), authorName: name }, name);
      });
    const letter = `${wide(2_000)}\n\n${wide(3_998)}`;
    const long = render({ letter, pieces: full('雪') });
    expect(/(\d+) more in the issue/.exec(long.html)?.[1]).toBe('29');
    expect(long.html.includes('Read on')).toBe(true);
    const longest = render({ letter, pieces: full('"') });
    for (const text of [longest.html, longest.text])
      expect(/(\d+) more in the issue/.exec(text)?.[1]).toBe('49');
    for (const { html, text } of [whole, withoutExcerpts, long, longest])
      expect(Math.max(bytes(html), bytes(text))).toBeLessThan(102_000);
  });
});
