import { topics } from '@journal/contracts';
import type { RecordedEvent } from '@journal/event-store';
import { articleEvents, issueEvents, type PlacedArticle, userEvents } from '@journal/events';
import { articlesModel, type ReadModel, schemaOf } from '@journal/read-models';
import { type IndexChange, IndexLost, type SearchIndex } from '@journal/search';
import { abortable } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { waitForPosition } from '../../engine/wait-for-model.ts';
import { changedDocuments } from './article-documents.ts';
import { buildIndex, reasonToBuild } from './build-index.ts';

export type SearchProjectionParts = {
  readonly index: SearchIndex;
  /** Read model of the index. */
  readonly model: ReadModel;
  /** Connections for reading the articles. */
  readonly database: pg.Pool;
  readonly log: FastifyBaseLogger;
  /** Schema of the articles to follow. Default: that of their read model. */
  readonly articlesSchema?: string | undefined;
  /** Longest wait of one attempt for the articles, in milliseconds. Default: 10,000. */
  readonly timeout?: number;
};

/** With texts of 60 KB, a batch takes 12 MB. */
const batchSize = 200;
const { ArticleIdClaimed: _claims, ...ofArticles } = articleEvents;
/** Events that can change search results. */
const searchEvents = {
  ...ofArticles,
  IssuePublished: issueEvents.IssuePublished,
  UserForgotten: userEvents.UserForgotten,
};

/**
 * Returns the projection of the search index, which follows the articles' tables. Events, which stay sealed, determine
 * which articles have changed and which position the articles' projection must have reached; the indexed documents are
 * then read from its tables. Steps are therefore idempotent and independent of later changes. An incomplete index is
 * rebuilt from the tables.
 */
export function createSearchProjection(parts: SearchProjectionParts): Projection<RecordedEvent> {
  const { index, model, database, log, articlesSchema = schemaOf(articlesModel), timeout = 10_000 } = parts;
  let isLost = false;

  return {
    model,
    events: searchEvents,
    batchSize,
    reads: 'recorded',
    prepare(events) {
      const changed = changedArticles(events);
      const last = events.at(-1)?.position;
      let change: IndexChange | undefined;
      let stopping: AbortSignal | undefined;
      return {
        async before(signal) {
          stopping = signal;
          if (last === undefined) return;
          await waitForPosition(last, { database, schema: articlesSchema, timeout, signal });
          change = await changedDocuments(database, articlesSchema, changed);
        },
        async apply(transaction) {
          const found = change;
          if (!found || found.documents.length + found.deletedIds.length === 0) return [];
          transaction.whileLocked(async () => {
            stopping?.throwIfAborted();
            try {
              await abortable(index.apply(found, stopping), stopping);
            } catch (error) {
              isLost ||= error instanceof IndexLost;
              throw error;
            }
          });
          return [topics.articles];
        },
      };
    },
    async onTick(leader) {
      const reason = isLost ? 'lost' : await reasonToBuild(index, leader, articlesSchema);
      if (reason === undefined) return leader.position;
      const position = await buildIndex({ index, log, articlesSchema, timeout, reason }, leader);
      isLost = false;
      return position;
    },
  };
}

/** Returns which articles the events have changed, according to unsealed fields. Throws `ProjectionFault`. */
function changedArticles(events: readonly RecordedEvent[]) {
  const ids = new Set<number>();
  const contributorIds = new Set<string>();
  for (const event of events) {
    const { articleId, userId, pieces = [] } = event.data;
    if (event.type === searchEvents.IssuePublished.type)
      for (const piece of pieces as readonly PlacedArticle[]) ids.add(piece.articleId);
    else if (event.type === searchEvents.UserForgotten.type && typeof userId === 'string')
      contributorIds.add(userId);
    else if (typeof articleId === 'number' && Number.isInteger(articleId)) ids.add(articleId);
    else
      throw new ProjectionFault({ ...event, erased: [] } as never, new Error('it does not name an article'));
  }
  return { ids: [...ids], contributorIds: [...contributorIds] };
}
