import { type ArticleCard as Card, formerContributor, paragraphs } from '@journal/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ArticleCard, leadLayout } from './ArticleGrid.tsx';
import { initials, longDate, neutralDate } from './article-format.ts';
import { pullQuote, takesDropCap } from './article-text.ts';
import { localDate } from './local-date.ts';

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
  cover: 'auto',
  createdAt: '2026-03-01T23:30:00.000Z',
};
const render = (fields: Partial<Card> = {}) =>
  renderToStaticMarkup(createElement(ArticleCard, { article: { ...article, ...fields } }));
const text = (markup: string) =>
  markup
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

describe('leadLayout', () => {
  it.each([2, 3, 4, 5, 6, 7])(
    'fills all rows below the lead and the cards beside it, for %i cards',
    (count) => {
      const { 'data-beside': beside, 'data-even': even } = leadLayout(count);
      expect((count - 1 - beside) % 3).toBe(0);
      expect(even === undefined).toBe((count - 1) % 2 === 0);
    },
  );

  it('keeps the upper rows of a list that grows', () => {
    expect(leadLayout(24)).toEqual(leadLayout(49));
  });
});

describe('ArticleCard', () => {
  const start = '|The Clash|4 min read|On &lt;waking&gt; early|A short case for the morning.';

  it.each<[string, Partial<Card>, string]>([
    ['everything', {}, 'ZÅ|Zoë Ångström|, 15|Harbour School'],
    ['no school that is not there', { authorSchool: null }, 'ZÅ|Zoë Ångström|, 15'],
    [
      'a forgotten writer without age and school',
      { authorName: formerContributor, authorAge: null, authorSchool: null },
      'FC|Former contributor',
    ],
  ])('shows %s, and links to the article by its title', (_what, fields, writer) => {
    expect(text(render(fields))).toBe(`${start}|${writer}|Mar 1, 2026|`);
    expect(render(fields)).toContain('<a href="/article/12">On &lt;waking&gt; early</a>');
  });

  it('has a cover that is hidden from screen readers, and transitions only if asked to', () => {
    expect(render()).toMatch(/<svg class="cover cover-clash inks-\d" [^>]*aria-hidden="true">/);
    expect(render()).not.toContain('view-transition-name');
    const travelling = renderToStaticMarkup(createElement(ArticleCard, { article, travels: true }));
    expect(travelling).toContain('view-transition-name:cover-12');
  });
});

describe('paragraphs', () => {
  it.each([
    ['One\n\nTwo\r\n\r\nThree\n \t \nFour\n\n\n\nFive', ['One', 'Two', 'Three', 'Four', 'Five']],
    ['A line\nand another\n\nNext', ['A line\nand another', 'Next']],
    ['\n\n  \n\nOnly\n\n', ['Only']],
    ['', []],
  ])('splits %j at blank lines, without empty paragraphs', (content, expected) => {
    expect(paragraphs(content)).toEqual(expected);
  });

  it('splits 20,000 blank lines in less than 200 ms', () => {
    const before = process.threadCpuUsage();
    paragraphs(`a${'\n \t'.repeat(20_000)}b`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('takesDropCap', () => {
  const rest = ' and then so much happened that it took more than three short lines to tell it all.';

  it('returns true for a long paragraph that begins with a letter that can stand alone', () => {
    const starts = [
      'Once',
      '“Once',
      'Élan',
      'Жили-были',
      'Ένα',
      'لماذا',
      '掃除',
      '19 goals',
      '— Once',
      '(Once',
    ];
    expect(starts.filter((start) => takesDropCap(start + rest))).toEqual(starts.slice(0, 5));
    expect(takesDropCap('Once.')).toBe(false);
  });
});

describe('pullQuote', () => {
  const filler = 'Filler.';
  const good = 'The wall has been mended every spring for as long as anyone remembers.';

  it('finds a sentence in the middle of the text, and the place before its paragraph', () => {
    const quote = pullQuote([filler, filler, filler, `Short one. ${good} Another.`, filler, filler]);
    expect(quote).toEqual({ text: good, after: 2 });
  });

  it('skips sentences that depend on the previous one, speech and questions', () => {
    const bad = [
      'But the wall has been mended every spring for as long as anyone remembers.',
      '“The wall has been mended every spring for as long as anyone remembers.”',
      'Has the wall been mended every spring for as long as anyone remembers?',
    ];
    expect(pullQuote([filler, filler, ...bad, filler, filler, filler])).toBeUndefined();
  });

  it('finds none in a short text, nor at its beginning or end', () => {
    expect(pullQuote([filler, good, filler])).toBeUndefined();
    expect(pullQuote([good, filler, filler, filler, filler, filler, good])).toBeUndefined();
  });
});

describe('dates', () => {
  it('are in UTC, regardless of the machine’s time zone', () => {
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
