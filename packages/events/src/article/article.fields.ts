import { ageBounds, formerContributor, readTimeBounds, sections } from '../fields/bounds.ts';
import { type ContentOf, type Fields, type OpenedContentOf, textLimits } from '../fields/field.ts';
import { motifs } from '../fields/motifs.ts';

const text = (maxLength: number) => ({ kind: 'text', maxLength }) as const;

/** The content of an article. The text is sealed with the article's own key, the byline with its contributor's. */
export const articleFields = {
  title: { label: 'Title', value: text(textLimits.title), sealedFor: 'article', search: 'title' },
  excerpt: { label: 'Excerpt', value: text(textLimits.summary), sealedFor: 'article', search: 'text' },
  content: {
    label: 'Content',
    value: text(textLimits.body),
    sealedFor: 'article',
    isBulk: true,
    search: 'text',
  },
  section: { label: 'Section', value: { kind: 'choice', of: sections }, sealedFor: null, search: 'shown' },
  authorName: {
    label: 'Author name',
    value: text(textLimits.name),
    sealedFor: 'contributor',
    erased: formerContributor,
    search: 'name',
  },
  authorAge: {
    label: 'Author age',
    value: { kind: 'integer', ...ageBounds, mayBeHidden: true },
    errors: { message: 'Age must be between 12 and 18' },
    sealedFor: 'contributor',
    erased: null,
    search: 'shown',
  },
  authorSchool: {
    label: 'Author school',
    value: { ...text(textLimits.name), isOptional: true },
    errors: { label: 'School' },
    sealedFor: 'contributor',
    erased: null,
  },
  readTime: {
    label: 'Read time in minutes',
    value: { kind: 'integer', ...readTimeBounds },
    errors: { message: 'Read time must be between 1 and 20 minutes' },
    sealedFor: null,
  },
  featured: { label: 'Featured', value: { kind: 'choice', of: [0, 1], initial: 0 }, sealedFor: null },
  /** `auto`: chosen by the section and the words in the title. */
  cover: {
    label: 'Cover',
    value: { kind: 'choice', of: ['auto', ...motifs], initial: 'auto' },
    errors: { message: 'Cover must be auto or the name of a motif' },
    sealedFor: null,
    search: 'shown',
  },
} as const satisfies Fields;

export type ArticleContent = ContentOf<typeof articleFields>;
/** Content as read from the log: text and byline are null once their key is deleted. */
export type OpenedArticleContent = OpenedContentOf<typeof articleFields>;
