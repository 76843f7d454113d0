import type { Section } from '@journal/contracts';
import type { Write } from '@journal/postgres';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';

/** An article as the index has it; without a byline once its writer has been forgotten. */
export type SearchDocument = {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly section: Section;
  readonly authorName: string | null;
  readonly authorAge: number | null;
  /** ISO 8601, UTC, milliseconds. Newer is better among equals. */
  readonly createdAt: string;
};

/** What a step changes: documents as they are now, and the ids of those that are not to be found any more. */
export type IndexChange = {
  readonly documents: readonly SearchDocument[];
  readonly gone: readonly number[];
};

/**
 * What is there of an index: all of it; no document, which may be all of it; less than there was; or what other settings
 * have made.
 */
export type IndexState = 'whole' | 'empty' | 'lost' | 'outdated';

/** The side of the index that the worker's leader fills. Every method may be repeated; each ends within its own time. */
export type SearchIndex = {
  /** Its checkpoint, and what it keeps in Postgres; the tables are there before any other method is called. */
  readonly model: ReadModel;
  /** Looks, and mends nothing. Rejects where the engine is away. */
  state(database: pg.Pool): Promise<IndexState>;
  /**
   * Brings the live index up to the change. What can be part of the step that moves the checkpoint comes back as
   * writes; all else has happened, and can be found, when it resolves. Rejects with `IndexLost` where there is no index
   * to change, and with any other error where the engine is away or would not have it.
   */
  change(database: Pick<pg.Pool, 'query'>, change: IndexChange): Promise<readonly Write[]>;
  /**
   * Makes a whole index beside the live one, which answers until the new one takes its place. Where there is none any
   * more there is none until then: an empty one would find nothing. `documents` are all there are, each once.
   * `swapping` is called in the moment of the change with the connection whose transaction, if the engine has one there,
   * decides it; where it rejects, the live index stays.
   */
  build(
    database: pg.Pool,
    documents: AsyncIterable<readonly SearchDocument[]>,
    swapping: (transaction: Pick<pg.Pool, 'query'>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
};

/** There is no index to change, or it is not the one that was built. It has to be built again. */
export class IndexLost extends Error {
  override readonly name = 'IndexLost';
}

export type SearchQuestion = {
  /** As somebody typed it: any text. */
  readonly text: string;
  /** 1 to 100. */
  readonly limit: number;
  /** Hits to leave out at the beginning; 0 to 200. */
  readonly offset: number;
};

/** An article that was found. */
export type SearchHit = Omit<SearchDocument, 'content'>;

/** The side of the index that answers. */
export type SearchEngine = {
  readonly model: ReadModel;
  /**
   * Best first: fewer errors before more, titles before names before text, whole words before beginnings, newer before
   * older. Empty where nothing is found or the text has no word. Rejects with `SearchUnavailable` where the engine is
   * away or has not answered within 1.5 s.
   */
  search(question: SearchQuestion): Promise<readonly SearchHit[]>;
  /** To be called after each step of the index, before anybody is told that it has been reached. */
  indexChanged(): void;
  /** Told when what was answered while the engine was behind with a change may be answered otherwise. */
  onCaughtUp(tell: () => void): void;
  /** Rejects where nothing can be searched now. */
  check(): Promise<void>;
  start(): void;
  close(): Promise<void>;
};

/** The engine is away, or too slow to wait for. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}
