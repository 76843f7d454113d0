import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownOf, textOfHtml, textOfMarkdown } from './plain-text.ts';

describe('plain text of HTML', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['<p>One<br>line and another</p>', 'One\nline and another'],
    ['One <b>bold</b>\n  word', 'One bold word'],
    ['<h2>Head</h2>Text<blockquote><p>Said</p></blockquote>', 'Head\n\nText\n\nSaid'],
    ['<ul><li>One</li><li><p>Two</p></li></ul>', '- One\n\n- Two'],
    ['<a href="https://example.org/a">a page</a>.', 'a page (https://example.org/a).'],
    ['<a href="https://example.org/">https://example.org</a>', 'https://example.org'],
    ['<a href="#note">1</a> <a href="javascript:x()">press</a>', '1 press'],
    ['<script>x()</script><style>p{}</style>Text', 'Text'],
    ['<pre>a\n  b</pre>', 'a\nb'],
    ['Tom &amp; Jo &lt;3 &#8212; &nbsp;', 'Tom & Jo <3 —'],
    ['<p>  </p><p>One</p><div></div>', 'One'],
    ['', ''],
  ])('%s becomes %j', (html, text) => {
    expect(textOfHtml(html).text).toBe(text);
  });

  it('lists the pictures, embedded pages and tables that it lost', () => {
    const html =
      '<figure><img src="a"><img src="b"></figure><iframe src="c"></iframe><table><td>1</td><td>2</td></table>';
    expect(textOfHtml(html)).toEqual({
      text: '1\n\n2',
      lost: ['2 pictures', '1 embedded page', '1 table (cells one below another)'],
    });
  });
});

describe('plain text of Markdown', () => {
  it('has no markup, and lists lost pictures', () => {
    const markdown = '# Head\n\nOne *two*\nthree\n\n- a\n- b\n\n> Said\n\n![A cat](cat.png)';
    expect(textOfMarkdown(markdown)).toEqual({
      text: 'Head\n\nOne two three\n\n- a\n\n- b\n\nSaid',
      lost: ['1 picture'],
    });
  });

  it('equals the text that was written as Markdown', () => {
    const marks = '#*_-+=>1.)`~|[](){}!<&\\:/@ ab\n"\'é';
    const texts = fc.array(fc.constantFrom(...marks), { maxLength: 40 }).map((signs) => signs.join(''));
    const clean = (text: string) =>
      text
        .split(/\n{2,}/)
        .map((paragraph) =>
          paragraph
            .split('\n')
            .map((line) => line.trim().replace(/ +/g, ' '))
            .filter(Boolean)
            .join('\n'),
        )
        .filter((paragraph) => paragraph !== '' && paragraph !== '-')
        .join('\n\n');
    fc.assert(
      fc.property(texts.map(clean), (text) => {
        expect(textOfMarkdown(markdownOf(text)).text).toBe(text);
      }),
      // The second line would turn the first into a table.
      { numRuns: 2_000, examples: [['#\n:-'], ['a\n:-:'], ['a\n-']] },
    );
  });

  it.each(['One\n \nTwo', 'One\r\n\r\nTwo', 'One\n\t\n\nTwo'])(
    'keeps the paragraphs of %j, whose blank lines are not empty',
    (text) => {
      expect(textOfMarkdown(markdownOf(text)).text).toBe('One\n\nTwo');
    },
  );

  it.each([
    'See https://example.org/a_b?x=1&y=2#c, now',
    '(HTTP://example.org/wiki/Foo_(bar)~*)',
    'www.example.org/a_b or ftp://example.org/a_b',
    'write to ann_lee@school.example',
  ])('equals a text with addresses that was written as Markdown: %s', (text) => {
    expect(textOfMarkdown(markdownOf(text))).toEqual({ text, lost: [] });
  });
});
