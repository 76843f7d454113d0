import type { ApiResponse } from '@journal/contracts';
import {
  type Article,
  defaultSearchLimit,
  type MatchedParts,
  maxSearchLength,
  maxSearchPage,
  type SearchResult,
} from '@journal/contracts';
import { problem } from './fixture-accounts.ts';

/** The search in memory: an article is found where one of its texts has every word in it, as it is written. */
export type FixtureSearch = {
  /** While true, every search fails. */
  failing: boolean;
  answer(url: URL): ApiResponse | undefined;
};

export function createFixtureSearch(articles: () => readonly Article[]): FixtureSearch {
  const search: FixtureSearch = {
    failing: false,
    answer({ pathname, searchParams }) {
      if (pathname !== '/api/search') return undefined;
      if (search.failing) return problem('search-unavailable');
      const q = searchParams.get('q') ?? '';
      if (q.length > maxSearchLength) return problem('invalid-request');
      const limit = Number(searchParams.get('limit') ?? defaultSearchLimit);
      const page = Number(searchParams.get('page') ?? 1);
      const found = find(articles(), q, searchParams.has('passages'));
      const rest = new URLSearchParams(searchParams);
      rest.set('page', String(page + 1));
      const next = found.length > page * limit && page < maxSearchPage;
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          ...(next ? { link: `</api/search?${rest}>; rel="next"` } : {}),
        },
        body: JSON.stringify(found.slice((page - 1) * limit, page * limit)),
      };
    },
  };
  return search;
}

function find(articles: readonly Article[], q: string, passages: boolean): SearchResult[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return articles.flatMap((article) => {
    const { id, title, section, authorName, authorAge, excerpt, content, createdAt } = article;
    const whole = [title, authorName, excerpt, content].join('\n').toLowerCase();
    if (!words.every((word) => whole.includes(word))) return [];
    const matches = {
      title: marks(title, words),
      authorName: marks(authorName, words),
      excerpt: marks(excerpt, words),
    };
    const isElsewhere = Object.values(matches).every((parts) => parts.length === 0);
    const text = content.slice(0, 200);
    return {
      ...{ id, title, section, authorName, authorAge, excerpt, createdAt, matches },
      ...(passages && isElsewhere ? { passage: { text, matches: marks(text, words) } } : {}),
    };
  });
}

function marks(text: string, words: readonly string[]): MatchedParts {
  const small = text.toLowerCase();
  const found = words.flatMap((word): MatchedParts => {
    const at = small.indexOf(word);
    return at < 0 ? [] : [[at, at + word.length]];
  });
  return found.sort(([one], [other]) => one - other);
}
