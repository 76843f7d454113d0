import { type ArticleCard as Card, formerContributor } from '@journal/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ArticleCard } from './ArticleGrid.tsx';

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
