import type { ApiClient } from '@journal/contracts';
import { isUndefinedTable, isUnreachable } from '@journal/postgres';
import { SearchUnavailable } from '@journal/search';
import type { Metrics, Server } from '@journal/service-kit';
import type pg from 'pg';
import type { AccountsStore } from './account/accounts.store.ts';
import type { ChangeStreamLimits } from './changes/change-streams.ts';
import type { QueryConfig } from './config.ts';
import type { ResponseCache } from './response/response-cache.ts';
import type { PositionWaits } from './tracker/position-waits.ts';
import type { ProjectionTracker } from './tracker/projection-tracker.ts';
import type { TrackedModel } from './tracker/tracked-model.ts';

/** Context of every resource. */
export type QueryContext = {
  readonly config: QueryConfig;
  readonly pool: pg.Pool;
  readonly metrics: Metrics;
  readonly tracker: ProjectionTracker;
  /** Read models that several resources share. */
  readonly articlesModel: TrackedModel;
  readonly accountsModel: TrackedModel;
  readonly sessionsModel: TrackedModel;
  readonly passkeysModel: TrackedModel;
  readonly submissionsModel: TrackedModel;
  readonly commentsModel: TrackedModel;
  readonly auditModel: TrackedModel;
  readonly wordsModel: TrackedModel;
  readonly accounts: AccountsStore;
  readonly waits: PositionWaits;
  /** Responses that show nothing but articles. */
  readonly cache: ResponseCache;
  readonly command: ApiClient;
  readonly limits: ChangeStreamLimits & {
    /** Milliseconds between two checks of which clients may still follow what. */
    readonly rightsInterval: number;
  };
};

/** A Fastify plugin with the routes of one resource. */
export type Resource = (app: Server, context: QueryContext) => Promise<void>;

/** Whether an error is transient: Postgres or the search engine is unavailable, too slow, or not built yet. */
export function isUnavailable(error: unknown): boolean {
  if (isUnreachable(error) || isUndefinedTable(error) || error instanceof SearchUnavailable) return true;
  return error instanceof Error && error.name === 'TimeoutError';
}
