import { topics } from '@journal/contracts';
import type { RecordedEvent } from '@journal/event-store';
import { joinWrites, type Write } from '@journal/postgres';
import { articlesModel, schemaOf } from '@journal/read-models';
import { IndexLost, type SearchIndex, unlessAborted } from '@journal/search';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Projection } from '../../engine/projection.ts';
import { changedDocuments } from './article-documents.ts';
import { articlesReached } from './articles-checkpoint.ts';
import { buildIndex } from './build-index.ts';
import { changedArticles, searchEvents } from './changed-articles.ts';
import { whyToBuild } from './why-to-build.ts';

export type SearchProjectionParts = {
  readonly index: SearchIndex;
  /** Read by it; what is written goes by the step. */
  readonly database: pg.Pool;
  readonly log: FastifyBaseLogger;
  /** Followed instead of the articles' own. */
  readonly articlesSchema?: string | undefined;
  /** Milliseconds that one attempt waits for the articles; default 10 s. */
  readonly patience?: number;
};

/** With texts of 60 KB it is 12 MB. */
const batchSize = 200;

/**
 * What can be found follows the articles' tables. Events, which are not opened, say which articles have changed and how
 * far the articles have to have come; what is found of them is what the tables then say. So it makes no difference how
 * often that is done, nor what has happened since. An index that is not whole is built from the tables.
 */
export function createSearchProjection(parts: SearchProjectionParts): Projection<RecordedEvent> {
  const { index, database, log, articlesSchema = schemaOf(articlesModel), patience = 10_000 } = parts;
  let isLost = false;

  return {
    model: index.model,
    events: searchEvents,
    batchSize,
    reads: 'recorded',
    prepare(events) {
      const changed = changedArticles(events);
      const last = events.at(-1)?.position;
      let writes: readonly Write[] | undefined;
      return {
        async before(signal) {
          writes = undefined;
          if (last === undefined) return;
          await articlesReached(last, { database, articlesSchema, patience, signal });
          const change = await changedDocuments(database, articlesSchema, changed);
          if (change.documents.length === 0 && change.gone.length === 0) return;
          // An engine outside Postgres knows of no epochs: who has heard that it leads no more begins no change there.
          signal?.throwIfAborted();
          try {
            writes = await unlessAborted(signal, index.change(database, change));
          } catch (error) {
            isLost ||= error instanceof IndexLost;
            throw error;
          }
        },
        async apply(transaction) {
          if (!writes) return [];
          const { text, values } = joinWrites(writes);
          await transaction.query(`with moved as (select 1) ${text} select 1`, values);
          return [topics.articles];
        },
      };
    },
    async onTick(leader) {
      const why = await whyToBuild(index, leader, { articlesSchema, isLost });
      if (why === undefined) return leader.position;
      const position = await buildIndex({ index, log, articlesSchema, patience, why }, leader);
      isLost = false;
      return position;
    },
  };
}
