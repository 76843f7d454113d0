import { type ArticleCard as Card, formerContributor } from '@journal/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ArticleCard } from './ArticleGrid.tsx';
import { paragraphs, pullQuote, takesDropCap } from './article-text.ts';
import { initials, localDate, longDate, neutralDate } from './article-words.ts';

const article: Card = {
  id: 12,
  title: 'On <waking> early',
  excerpt: 'A short case for the morning.',
  section: 'clash',
  authorName: 'Zoë Ångström',
  authorAge: 15,
  authorSchool: 'Harbour School',
  readTime: 4,
  featured: 0,
  createdAt: '2026-03-01T23:30:00.000Z',
};
const render = (fields: Partial<Card> = {}) =>
  renderToStaticMarkup(createElement(ArticleCard, { article: { ...article, ...fields } }));
const text = (markup: string) =>
  markup
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

describe('ArticleCard', () => {
  it('shows badge, read time, title, excerpt, initials, name, age, school and date', () => {
    expect(text(render())).toBe(
      '|The Clash|4 min read|On &lt;waking&gt; early|A short case for the morning.|ZÅ|Zoë Ångström|, 15|Harbour School|Mar 1, 2026|',
    );
  });

  it('links to the article by its title', () => {
    expect(render()).toContain('<a href="/article/12">On &lt;waking&gt; early</a>');
  });

  it('leaves out a school that is not there', () => {
    expect(text(render({ authorSchool: null }))).toContain('|Zoë Ångström|, 15|Mar 1, 2026|');
  });

  it('gives a forgotten writer neither age nor school', () => {
    const markup = render({ authorName: formerContributor, authorAge: null, authorSchool: null });
    expect(text(markup)).toContain('|FC|Former contributor|Mar 1, 2026|');
  });

  it('carries its cover, which says nothing to screen readers and travels only when told', () => {
    expect(render()).toMatch(/<svg class="cover cover-clash inks-\d" [^>]*aria-hidden="true">/);
    expect(render()).not.toContain('view-transition-name');
    const travelling = renderToStaticMarkup(createElement(ArticleCard, { article, travels: true }));
    expect(travelling).toContain('view-transition-name:cover-12');
  });
});

describe('paragraphs', () => {
  it('splits at blank lines, however they are written', () => {
    expect(paragraphs('One\n\nTwo\r\n\r\nThree\n \t \nFour\n\n\n\nFive')).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
    ]);
  });

  it('keeps single line breaks inside their paragraph', () => {
    expect(paragraphs('A line\nand another\n\nNext')).toEqual(['A line\nand another', 'Next']);
  });

  it('never gives an empty paragraph', () => {
    expect(paragraphs('\n\n  \n\nOnly\n\n')).toEqual(['Only']);
    expect(paragraphs('')).toEqual([]);
  });

  it('takes a long text of blank lines in its stride', () => {
    const before = process.threadCpuUsage();
    paragraphs(`a${'\n \t'.repeat(20_000)}b`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('takesDropCap', () => {
  const rest = ' and then so much happened that it took more than three short lines to tell it all.';

  it.each(['Once', '“Once', 'Élan', 'Жили-были', 'Ένα'])('takes one before %j', (start) => {
    expect(takesDropCap(start + rest)).toBe(true);
  });

  it.each(['لماذا', '掃除', '19 goals', '— Once', '(Once'])('takes none before %j', (start) => {
    expect(takesDropCap(start + rest)).toBe(false);
  });

  it('takes none in a short paragraph', () => {
    expect(takesDropCap('Once.')).toBe(false);
  });
});

describe('pullQuote', () => {
  const filler = 'Filler.';
  const good = 'The wall has been mended every spring for as long as anyone remembers.';

  it('finds a sentence of the middle and stands before its paragraph', () => {
    const quote = pullQuote([filler, filler, filler, `Short one. ${good} Another.`, filler, filler]);
    expect(quote).toEqual({ text: good, after: 2 });
  });

  it('leaves alone what leans on the sentence before, speech, and questions', () => {
    const bad = [
      'But the wall has been mended every spring for as long as anyone remembers.',
      '“The wall has been mended every spring for as long as anyone remembers.”',
      'Has the wall been mended every spring for as long as anyone remembers?',
    ];
    expect(pullQuote([filler, filler, ...bad, filler, filler, filler])).toBeUndefined();
  });

  it('is not for short texts, nor for their beginning and end', () => {
    expect(pullQuote([filler, good, filler])).toBeUndefined();
    expect(pullQuote([good, filler, filler, filler, filler, filler, good])).toBeUndefined();
  });
});

describe('dates', () => {
  it('are days of UTC, whatever the zone of the machine', () => {
    expect(longDate('2026-11-21T23:59:59.999Z')).toBe('November 21, 2026');
    expect(neutralDate('2026-11-21T00:00:00.000Z')).toBe('Nov 21, 2026');
    expect(localDate('2026-11-21T00:00:00.000Z')).toContain('21');
  });
});

describe('initials', () => {
  it.each([
    ['Zoë Ångström', 'ZÅ'],
    ['Kasia Maria Wróblewska', 'KW'],
    ['Madonna', 'M'],
    ['élodie', 'É'],
    ['  Two   Spaces ', 'TS'],
    ['Jean-Luc Picard', 'JP'],
    ["Sinéad O'Connor", 'SO'],
    ['(Max) Müller', 'MM'],
    ['ليلى حداد', 'لح'],
    ['𠮷野 家', '𠮷家'],
    ['e\u0301lan Vital', 'E\u0301V'],
    ['👩‍🚀 Ada', '👩‍🚀A'],
    ['Former contributor', 'FC'],
    ['!', '!'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
