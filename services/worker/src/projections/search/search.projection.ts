import { topics } from '@journal/contracts';
import type { RecordedEvent } from '@journal/event-store';
import { articlesModel, schemaOf } from '@journal/read-models';
import { IndexLost, type SearchIndex, unlessAborted } from '@journal/search';
import type { FastifyBaseLogger } from 'fastify';
import type { Changes, Projection } from '../../engine/projection.ts';
import { changedDocuments } from './article-documents.ts';
import { articlesReached } from './articles-checkpoint.ts';
import { buildIndex } from './build-index.ts';
import { changedArticles, searchEvents } from './changed-articles.ts';
import { whyToBuild } from './why-to-build.ts';

export type SearchProjectionParts = {
  readonly index: SearchIndex;
  readonly log: FastifyBaseLogger;
  /** Followed instead of the articles' own. */
  readonly articlesSchema?: string | undefined;
  /** Milliseconds that one attempt waits for the articles; default 10 s. */
  readonly patience?: number;
};

/** With texts of 60 KB it is 12 MB. */
const batchSize = 200;
const nothing: Changes = { writes: [], topics: new Set() };

/**
 * What can be found follows the articles' tables. Events, which are not opened, say which articles have changed and how
 * far the articles have to have come; what is found of them is what the tables then say. So it makes no difference how
 * often that is done, nor what has happened since. An index that is not whole is built from the tables.
 */
export function createSearchProjection(parts: SearchProjectionParts): Projection<never> {
  const { index, log, articlesSchema = schemaOf(articlesModel), patience = 10_000 } = parts;
  let isLost = false;

  return {
    model: index.model,
    events: searchEvents,
    batchSize,
    prepare(unopened) {
      const events = unopened as readonly RecordedEvent[];
      const changed = changedArticles(events);
      const last = events.at(-1)?.position;
      return {
        async changes(database, signal) {
          if (last === undefined) return nothing;
          await articlesReached(last, { database, articlesSchema, patience, signal });
          const change = await changedDocuments(database, articlesSchema, changed);
          if (change.documents.length === 0 && change.gone.length === 0) return nothing;
          // An engine outside Postgres knows of no terms: who has heard that it leads no more begins no change there.
          signal?.throwIfAborted();
          try {
            const writes = await unlessAborted(signal, index.change(database, change));
            return { writes, topics: new Set([topics.articles]) };
          } catch (error) {
            isLost ||= error instanceof IndexLost;
            throw error;
          }
        },
      };
    },
    async attend(leader) {
      const why = await whyToBuild(index, leader, { articlesSchema, isLost });
      if (why === undefined) return leader.position;
      const position = await buildIndex({ index, log, articlesSchema, patience, why }, leader);
      isLost = false;
      return position;
    },
  };
}
