import type pg from 'pg';
import type { SearchDocument, SearchEngine, SearchIndex } from '../search.port.ts';

/** An index that the contract suite can fill and ask. */
export type OpenedSearch = {
  readonly index: SearchIndex;
  readonly engine: SearchEngine;
  /** With the tables of the index's model. */
  readonly pool: pg.Pool;
  /** Another engine on the same index, as a second process would have it; whoever asks closes it. */
  another(): SearchEngine;
  close(): Promise<void>;
};

export type Search = () => OpenedSearch;

type Given = Partial<SearchDocument> & Pick<SearchDocument, 'id'>;

/** A document that has nothing in common with others but what is given; newer for a higher id. */
export function sampleDocument({ id, ...given }: Given): SearchDocument {
  return {
    id,
    title: '—',
    excerpt: '…',
    content: '·',
    section: 'view',
    authorName: null,
    authorAge: null,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
    ...given,
  };
}
