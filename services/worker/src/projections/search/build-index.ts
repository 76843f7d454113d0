import { readRebuilds } from '@journal/read-models';
import type { SearchDocument, SearchIndex } from '@journal/search';
import type { FastifyBaseLogger } from 'fastify';
import { recordRebuilt } from '../../engine/checkpoint.ts';
import type { LeaderContext } from '../../engine/projection.ts';
import { allDocuments, hasDocuments } from './article-documents.ts';
import { articlesWhole } from './articles-checkpoint.ts';
import type { WhyToBuild } from './why-to-build.ts';

export type BuildParts = {
  readonly index: SearchIndex;
  readonly log: FastifyBaseLogger;
  readonly articlesSchema: string;
  /** Milliseconds to wait for the articles. */
  readonly patience: number;
  readonly why: WhyToBuild;
};

/**
 * Builds the index from the articles' tables beside the live one, which takes its place together with the checkpoint:
 * that is then where the articles' was before the first of them was read, so whatever has changed since is applied
 * again. Gives where the checkpoint is. Rejects, and leaves all as it was, where the leader is to stop or leads no more.
 */
export async function buildIndex(parts: BuildParts, leader: LeaderContext): Promise<string> {
  const { index, log, articlesSchema, patience, why } = parts;
  const { pool, schema, signal } = leader;
  const { position } = await articlesWhole({ database: pool, articlesSchema, patience, signal });
  // What a new journal has to be found is told by its events.
  if (why === 'new' && !(await hasDocuments(pool, articlesSchema))) return leader.position;
  const request = (await readRebuilds(pool, schema))?.wanted ?? 0;
  const started = performance.now();
  let documents = 0;
  async function* counted(): AsyncGenerator<readonly SearchDocument[]> {
    for await (const page of allDocuments(pool, articlesSchema, signal)) {
      documents += page.length;
      yield page;
    }
  }

  log.info({ projection: schema, why }, 'building the search index');
  await index.build(
    pool,
    counted(),
    async (transaction) => {
      signal.throwIfAborted();
      const milliseconds = performance.now() - started;
      await recordRebuilt(transaction, leader, { position, request, documents, milliseconds });
    },
    signal,
  );
  log.info(
    { projection: schema, documents, seconds: (performance.now() - started) / 1_000 },
    'search index built',
  );
  return position;
}
