import { type Article, type Issue, type SubmissionFields, sections } from '@journal/contracts';

/** The people with an account on every site of the browser specs; the editor is an administrator. */
export const people = {
  writer: { fullName: 'Sample Writer', email: 'sample.writer@example.org', password: 'correct horse' },
  editor: { fullName: 'Sample Editor', email: 'sample.editor@example.org', password: 'correct horse' },
  pitcher: { fullName: 'Sample Pitcher', email: 'sample.pitcher@example.org', password: 'correct horse' },
} as const;
export type Person = keyof typeof people;

export function sampleArticle(id: number, fields: Partial<Article> = {}): Article {
  return {
    id,
    title: `Sample article number ${id}`,
    excerpt: `What the sample article number ${id} is about, in a sentence or two.`,
    content: Array.from(
      { length: 6 },
      (_, n) => `Paragraph ${n + 1} of article ${id}. ${'Some more words. '.repeat(20).trim()}`,
    ).join('\n\n'),
    section: sections[id % 3] ?? 'view',
    authorName: 'Sample Writer',
    authorAge: 12 + (id % 7),
    authorSchool: id % 2 ? 'Sample School' : null,
    readTime: 1 + (id % 20),
    featured: id % 5 === 0 ? 1 : 0,
    cover: 'auto',
    createdAt: new Date(Date.UTC(2026, 0, 1, 12) + id * 86_400_000).toISOString(),
    ...fields,
  };
}

/** Newest first. */
export function sampleArticles(count: number): Article[] {
  return Array.from({ length: count }, (_, index) => sampleArticle(count - index));
}

/** Returns an issue of these articles that readers can see. */
export function sampleIssue(
  number: number,
  articles: readonly Article[],
  fields: Partial<Issue> = {},
): Issue {
  return {
    number,
    status: 'published',
    publishedAt: new Date(Date.UTC(2026, 0, 1, 12) + number * 14 * 86_400_000).toISOString(),
    publishAt: null,
    date: new Date(Date.UTC(2026, 0, 2) + number * 14 * 86_400_000)
      .toISOString()
      .slice(0, 'yyyy-mm-dd'.length),
    title: `Sample issue number ${number}`,
    letter: null,
    cover: 'auto',
    colours: 'auto',
    pieces: articles.map(({ content: _, ...article }) => ({ articleId: article.id, heading: null, article })),
    previous: null,
    next: null,
    ...fields,
  };
}

export function samplePitch(number: number, fields: Partial<SubmissionFields> = {}): SubmissionFields {
  return {
    fullName: 'Sample Writer',
    age: 12 + (number % 7),
    school: number % 2 ? 'Sample School' : null,
    section: sections[number % 3] ?? 'view',
    articleTitle: `Sample pitch number ${number}`,
    articleSummary: `What the sample pitch number ${number} is about.`,
    fullEssay: Array.from(
      { length: 8 },
      (_, n) => `Paragraph ${n + 1} of pitch ${number}. ${'Some more words. '.repeat(30).trim()}`,
    ).join('\n\n'),
    ...fields,
  };
}
