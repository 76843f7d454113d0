import { ageBounds, sections, textLimits } from '@journal/contracts';
import { expect, test } from 'vitest';
import { createCorpus } from './create-corpus.ts';
import { rankedWords, zipf } from './english-words.ts';
import { createRandom } from './random.ts';

const articles = [...createCorpus({ articles: 1_000, seed: 5 })];
const wordsIn = (text: string) => text.split(/\s+/).length;

test('the same seed gives the same articles each time they are gone through, and few are the first of many', () => {
  const corpus = createCorpus({ articles: 50, seed: 5 });
  expect([...corpus]).toEqual([...corpus]);
  expect([...corpus]).toEqual(articles.slice(0, 50));
  expect([...createCorpus({ articles: 50, seed: 6 })]).not.toEqual([...corpus]);
});

test('articles are ones that the journal would take, oldest first', () => {
  for (const [index, article] of articles.entries()) {
    expect(article.id).toBe(index + 1);
    expect(article.title.length).toBeLessThanOrEqual(textLimits.title);
    expect(article.excerpt.length).toBeLessThanOrEqual(textLimits.summary);
    expect(sections).toContain(article.section);
    expect(article.authorAge ?? 12).toBeGreaterThanOrEqual(ageBounds.minimum);
    expect(article.authorAge ?? 12).toBeLessThanOrEqual(ageBounds.maximum);
    expect(article.createdAt > (articles[index - 1]?.createdAt ?? '')).toBe(true);
  }
});

test('English texts are of 200 to 320 words, their titles of 3 to 12', () => {
  const english = articles.filter(({ content }) => /^[A-Z]/.test(content));
  expect(english.length).toBeGreaterThan(800);
  for (const { title, content } of english) {
    expect(wordsIn(content)).toBeGreaterThanOrEqual(150);
    expect(wordsIn(content)).toBeLessThanOrEqual(320);
    expect(wordsIn(title)).toBeGreaterThanOrEqual(3);
    expect(wordsIn(title)).toBeLessThanOrEqual(12);
  }
});

test('there are titles and names in each of the scripts', () => {
  const all = (of: (article: (typeof articles)[number]) => string | null) => articles.map(of).join(' ');
  for (const script of ['Cyrl', 'Grek', 'Arab', 'Hebr', 'Hang', 'Han', 'Thai'])
    expect(
      all(({ authorName }) => authorName),
      script,
    ).toMatch(new RegExp(`\\p{sc=${script}}`, 'u'));
  for (const script of ['Cyrl', 'Grek', 'Arab', 'Hebr', 'Deva', 'Hang', 'Hira', 'Han', 'Thai'])
    expect(
      all(({ title }) => title),
      script,
    ).toMatch(new RegExp(`\\p{sc=${script}}`, 'u'));
  expect(all(({ authorName }) => authorName)).toMatch(/[ığşłóñ]/);
});

test('words are as frequent as their rank says', () => {
  const random = createRandom(1);
  const seen = new Map<string, number>();
  for (let index = 0; index < 200_000; index++) {
    const word = zipf(random.next(), rankedWords);
    seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  const often = (rank: number) => seen.get(rankedWords[rank - 1] ?? '') ?? 0;
  expect(often(10) / often(100)).toBeGreaterThan(8);
  expect(often(10) / often(100)).toBeLessThan(12);
  expect(rankedWords.length).toBeGreaterThan(40_000);
  expect(rankedWords.length).toBeLessThan(80_000);
});
