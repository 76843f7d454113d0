import { compareRanks, createMatcher, type SearchDocument, type SearchEngine } from '@journal/search';

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

/** An engine over a list of documents that can be told to fail or to hang. */
export function createSearchDouble() {
  const documents: SearchDocument[] = [];
  const asked: { readonly text: string; readonly limit: number; readonly offset: number }[] = [];
  let answers: (() => Promise<unknown>) | undefined;
  let changes = 0;
  const caughtUpListeners: (() => void)[] = [];
  let isClosed = false;

  const engine: SearchEngine = {
    model: { name: 'search', version: 1, migrations: {} },
    async search(question) {
      asked.push(question);
      await answers?.();
      const { text, limit, offset } = question;
      const matcher = createMatcher(text);
      return documents
        .flatMap((document) => {
          const { content, ...hit } = document;
          const rank = matcher.rank({ ...document, texts: [document.excerpt, content] });
          return rank ? [{ hit, rank }] : [];
        })
        .sort((one, other) => compareRanks(one.rank, other.rank) || other.hit.id - one.hit.id)
        .slice(offset, offset + limit)
        .map(({ hit }) => hit);
    },
    indexChanged: () => void changes++,
    onCaughtUp: (tell) => void caughtUpListeners.push(tell),
    async check() {
      await answers?.();
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
    /** As an engine does that was behind with a change. */
    catchUp() {
      for (const tell of caughtUpListeners) tell();
    },
    get changes() {
      return changes;
    },
    get isClosed() {
      return isClosed;
    },
  };
}

export type SearchDouble = ReturnType<typeof createSearchDouble>;
