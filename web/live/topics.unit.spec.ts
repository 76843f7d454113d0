import { describe, expect, it } from 'vitest';
import {
  articleById,
  featuredArticles,
  latestArticles,
  newestOfSection,
  sectionArticles,
  stats,
} from '../data/articles.queries.ts';
import { searchResults, suggestions } from '../data/search.queries.ts';
import { ownSubmissions } from '../data/submissions.queries.ts';
import { touches } from './topics.ts';

const reads = {
  featured: featuredArticles().path,
  latest: latestArticles().path,
  latestOfClash: latestArticles({ section: 'clash' }).path,
  older: latestArticles({ after: '7' }).path,
  clash: sectionArticles('clash').path,
  newestOfView: newestOfSection('view').path,
  article: articleById(12).path,
  stats: stats().path,
  ownPitches: ownSubmissions().path,
  suggestions: suggestions('a').path,
  found: searchResults('a', 2).path,
};

describe('which reads a change touches', () => {
  it.each<[string, (keyof typeof reads)[]]>([
    ['articles', ['latest', 'older', 'suggestions', 'found']],
    ['featured', ['featured']],
    ['section:clash', ['latestOfClash', 'clash']],
    ['section:view', ['newestOfView']],
    ['section:culture', []],
    ['article:12', ['article']],
    ['article:1', []],
    ['article:123', []],
    ['stats', ['stats']],
    ['mine:user-1', ['ownPitches']],
  ])('%s', (topic, expected) => {
    const touched = Object.entries(reads).filter(([, path]) => touches({ topics: [topic] }, path));
    expect(touched.map(([name]) => name)).toEqual(expected);
  });

  it('everything, after a gap', () => {
    expect(Object.values(reads).every((path) => touches({ topics: ['*'] }, path))).toBe(true);
  });

  it('always a read that the table does not know', () => {
    expect(touches({ topics: ['stats'] }, '/api/something/new')).toBe(true);
  });
});
