export const sampleToken = 'sample-token-of-at-least-32-characters';
export const sampleOrigin = 'http://localhost:3000';

export const sampleArticle = {
  title: 'Title',
  content: 'First\n\nSecond',
  excerpt: 'Excerpt',
  section: 'view',
  authorName: 'Sample Writer',
  authorAge: 16,
  authorSchool: 'Sample School',
  readTime: 3,
  featured: 0,
  cover: 'auto',
} as const;

export const samplePitch = {
  fullName: 'Sample Writer',
  age: 14,
  school: 'Sample School',
  section: 'clash',
  articleTitle: 'Title',
  articleSummary: 'Summary',
  fullEssay: 'First\n\nSecond',
} as const;

export const sampleUser = {
  email: 'sample.writer@example.org',
  password: 'a good secret',
  fullName: 'Sample Writer',
} as const;

/** A comment on a word of the sample pitch. */
export const sampleComment = {
  field: 'fullEssay',
  paragraph: 1,
  quotation: 'Second',
  note: 'A note',
  audience: 'writer',
} as const;
