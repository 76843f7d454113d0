import { describe, expect, it } from 'vitest';
import { contentToHtml, xmlText } from './journal-feed.ts';

describe('the text of a feed', () => {
  it('loses only characters that XML can’t contain', () => {
    expect(xmlText('a\u0000b\u001fc\ufffe\ud800d\te\n😀')).toBe('abc\ufffdd\te\n😀');
  });

  it('keeps its paragraphs and line breaks, and escapes markup', () => {
    expect(contentToHtml('One <b>\ntwo & "three"\n \n\nfour]]>\n')).toBe(
      '<p>One &lt;b&gt;<br>two &amp; &quot;three&quot;</p>\n<p>four]]&gt;</p>',
    );
  });
});
