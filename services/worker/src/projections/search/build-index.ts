import { inTransaction, isUndefinedTable, whileIdle } from '@journal/postgres';
import { checkpointSchema, readRebuilds } from '@journal/read-models';
import type { SearchDocument, SearchIndex } from '@journal/search';
import { abortable } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import { recordRebuilt } from '../../engine/checkpoint.ts';
import type { LeaderContext } from '../../engine/projection.ts';
import { waitUntilCaughtUp } from '../../engine/wait-for-model.ts';
import { allDocuments } from './article-documents.ts';

/** `lost`: there was no index to apply a change to. `incomplete`: there are missing or surplus documents. */
export type ReasonToBuild = 'missing' | 'outdated' | 'lost' | 'incomplete' | 'requested';

/** Resolves with why the index has to be built; undefined if it need not be. Rejects if its engine is unavailable. */
export async function reasonToBuild(
  index: SearchIndex,
  { pool, schema, position, signal }: LeaderContext,
  articlesSchema: string,
): Promise<ReasonToBuild | undefined> {
  const state = await abortable(index.state(), signal);
  if (state.kind !== 'built') return state.kind;
  const { rows } = await pool
    .query<{ position: string; listed: number; requested: boolean | null }>(
      `select position, (
           select coalesce(sum(count), 0)::integer from ${articlesSchema}.article_count where status = 'published'
         ) as listed,
         (select rebuilds_wanted > rebuilds_done from ${checkpointSchema}.checkpoint where schema_name = $2) as requested
       from ${checkpointSchema}.checkpoint where schema_name = $1`,
      [articlesSchema, schema],
    )
    .catch((error: unknown) => {
      if (isUndefinedTable(error)) return { rows: [] };
      throw error;
    });
  // Once all changes of the articles have been applied, there are as many documents as listed articles.
  const [articles] = rows;
  if (articles && articles.position <= position && articles.listed !== state.documents) return 'incomplete';
  return articles?.requested ? 'requested' : undefined;
}

type BuildParts = {
  readonly index: SearchIndex;
  readonly log: FastifyBaseLogger;
  readonly articlesSchema: string;
  /** Longest wait for the articles, in milliseconds. */
  readonly timeout: number;
  readonly reason: ReasonToBuild;
};

/**
 * Builds a new index from the articles' tables beside the live one. Moves the checkpoint to that of the articles before
 * the first of them was read, so that later changes are applied again. Resolves with that position. Rejects, leaving
 * everything unchanged, if the leader has to stop or has lost leadership.
 */
export async function buildIndex(parts: BuildParts, leader: LeaderContext): Promise<string> {
  const { index, log, articlesSchema, reason } = parts;
  const { pool, schema, signal } = leader;
  const { position } = await waitUntilCaughtUp({ ...parts, schema: articlesSchema, database: pool, signal });
  const request = (await readRebuilds(pool, schema))?.wanted ?? 0;
  const started = performance.now();
  let documents = 0;
  async function* counted(): AsyncGenerator<readonly SearchDocument[]> {
    for await (const page of allDocuments(pool, articlesSchema, signal)) {
      documents += page.length;
      yield page;
    }
  }

  log.info({ projection: schema, reason }, 'building the search index');
  await index.build(
    counted(),
    // Swapped while the transaction holds the checkpoint, so that no other leader is active. If the transaction is lost
    // after the swap, the checkpoint is only earlier than necessary.
    (swap) =>
      inTransaction(pool, async (transaction) => {
        signal.throwIfAborted();
        const milliseconds = performance.now() - started;
        await recordRebuilt(transaction, leader, { position, request, documents, milliseconds });
        await whileIdle(transaction, swap);
      }),
    signal,
  );
  const seconds = (performance.now() - started) / 1_000;
  log.info({ projection: schema, documents, seconds }, 'search index built');
  return position;
}
