import { createHighlighter, type SearchDocument, type SearchEngine, type SearchPage } from '@journal/search';

/** Returns a document in which each field has a different text. */
export const documentOf = (id: number, fields: Partial<SearchDocument> = {}): SearchDocument => ({
  id,
  title: `Title ${id}`,
  excerpt: `Excerpt ${id}`,
  content: `Content ${id}`,
  section: 'view',
  authorName: 'Writer',
  authorAge: 15,
  cover: 'auto',
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
  ...fields,
});

/** Returns an engine over a list of documents, newest first, that can be made to fail or to hang. */
export function createSearchDouble() {
  const documents: SearchDocument[] = [];
  const asked: (SearchPage & { readonly text: string })[] = [];
  let answers: (() => Promise<unknown>) | undefined;
  let isClosed = false;

  const engine: SearchEngine = {
    async search({ text, variants }, { limit, offset }) {
      asked.push({ text, limit, offset });
      await answers?.();
      const has = ({ title, authorName, excerpt, content }: SearchDocument, word: string) =>
        createHighlighter({ text, variants: [[word]] })([title, authorName, excerpt, content].join(' '))
          .length > 0;
      return documents
        .filter((document) => variants.some((words) => words.every((word) => has(document, word))))
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
    /** Searches so far. */
    asked,
    /** What every search does from now on before it answers. Default: nothing. */
    behave(how?: () => Promise<unknown>) {
      answers = how;
    },
    get isClosed() {
      return isClosed;
    },
  };
}
