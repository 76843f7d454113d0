import { maxSearchLength } from '@journal/contracts';
import {
  createHighlighter,
  type ParsedQuery,
  type SearchDocument,
  type SearchEngine,
  type SearchPage,
} from '@journal/search';

const author = { authorName: 'Writer', authorAge: 15 };

/** A document whose every field says something else. */
export const documentOf = (id: number, fields: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  title: `Title ${id}`,
  excerpt: `Excerpt ${id}`,
  content: `Content ${id}`,
  section: 'view',
  ...author,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
  ...fields,
});

/** An engine over a list of documents, newest first, that can be made to fail or to hang. */
export function createSearchDouble() {
  const documents: SearchDocument[] = [];
  const asked: (SearchPage & { readonly text: string })[] = [];
  let answers: (() => Promise<unknown>) | undefined;
  let isClosed = false;

  const engine: SearchEngine = {
    async search(query, { limit, offset }) {
      asked.push({ text: query.text, limit, offset });
      await answers?.();
      return documents
        .filter((document) => hasAll(query, document))
        .sort((one, other) => other.id - one.id)
        .slice(offset, offset + limit)
        .map(({ content: _content, ...hit }) => hit);
    },
    start() {},
    async close() {
      isClosed = true;
    },
  };
  return {
    engine,
    documents,
    /** The questions so far. */
    asked,
    /** What every search does before it answers, from now on; nothing where left out. */
    behave(how?: () => Promise<unknown>) {
      answers = how;
    },
    get isClosed() {
      return isClosed;
    },
  };
}

function hasAll(
  { text, variants }: ParsedQuery,
  { title, authorName, excerpt, content }: SearchDocument,
): boolean {
  const all = [title, authorName, excerpt, content].join(' ');
  return variants.some((words) =>
    words.every((word) => createHighlighter({ text, variants: [[word]] })(all).length > 0),
  );
}

export type SearchDouble = ReturnType<typeof createSearchDouble>;

/** What nobody means, and a search has to take all the same. */
export const strangeTexts: readonly string[] = [
  "'; drop table articles_v1.article; --",
  `" or 1=1 --`,
  '%',
  '_____',
  'light%',
  'a & !b | (c <-> d):*',
  "to_tsquery('x')",
  '"quoted phrase" -minus',
  '\\',
  '$1 $2 {x}',
  'id = 1 AND title EXISTS',
  '\0',
  'nul\0inside',
  '\u0001\u001b[31m\u007f',
  '\ufeff\u200b\u202e',
  '\u{1f469}\u200d\u{1f467}',
  'क्षत्रिय 学校 โรงเรียน',
  'a'.repeat(maxSearchLength),
  '\u{20000}'.repeat(maxSearchLength),
];
