import { afterAll, beforeAll } from 'vitest';
import { batches } from '../quality/corpus.ts';
import type { SearchEngine, SearchIndex } from '../search.port.ts';
import type { SearchDocument } from '../search-document.ts';
import { parseQuery } from '../text/parse-query.ts';

export type OpenedSearch = {
  readonly index: SearchIndex;
  readonly engine: SearchEngine;
  /** Opens another engine on the same index, like a second process; the caller closes it. */
  another(): SearchEngine;
  close(): Promise<void>;
};

type Given = Partial<SearchDocument> & Pick<SearchDocument, 'id'>;

/** Returns a document that shares nothing with others except the given fields; a higher ID is newer. */
export function sampleDocument({ id, ...given }: Given): SearchDocument {
  return {
    id,
    title: '—',
    excerpt: '…',
    content: '·',
    section: 'view',
    authorName: null,
    authorAge: null,
    cover: 'auto',
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
    ...given,
  };
}

/** Returns the calls that specs make on an index. */
export function callsOf(open: () => OpenedSearch) {
  const never = new AbortController().signal;

  async function hits(text: string, limit = 5, offset = 0, engine = open().engine) {
    return engine.search(parseQuery(text), { limit, offset }, AbortSignal.timeout(30_000));
  }

  return {
    hits,
    ids: async (...asked: Parameters<typeof hits>) => (await hits(...asked)).map(({ id }) => id),
    change: (documents: readonly Given[], deletedIds: readonly number[] = [], signal?: AbortSignal) =>
      open().index.apply({ documents: documents.map(sampleDocument), deletedIds }, signal),
    /** Rebuilds the index with exactly these documents. */
    fill: (
      given: readonly Given[],
      publish = async (swap: () => Promise<void>) => swap(),
      signal: AbortSignal = never,
    ) => open().index.build(batches(given.map(sampleDocument)), publish, signal),
    state: () => open().index.state(),
  };
}

export type SearchCalls = ReturnType<typeof callsOf> & { readonly opened: () => OpenedSearch };

/** Opens an index for the specs of a block, which overwrite its content. */
export function useSearch(open: () => Promise<OpenedSearch>): SearchCalls {
  let search: OpenedSearch;
  beforeAll(async () => {
    search = await open();
  });
  afterAll(() => search.close());
  const opened = () => search;
  return { opened, ...callsOf(opened) };
}
