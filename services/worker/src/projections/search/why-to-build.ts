import { isUndefinedTable } from '@journal/postgres';
import { readRebuilds } from '@journal/read-models';
import { type IndexState, type SearchIndex, unlessAborted } from '@journal/search';
import type pg from 'pg';
import type { LeaderContext } from '../../engine/projection.ts';
import { hasDocuments } from './article-documents.ts';

/** `new`: nothing has been applied to it yet. */
export type WhyToBuild = 'lost' | 'outdated' | 'asked for' | 'new';

/** Why the index has to be built; undefined where it has not. Rejects where its engine is away. */
export async function whyToBuild(
  index: SearchIndex,
  { pool, schema, position, signal }: LeaderContext,
  { articlesSchema, isLost }: { readonly articlesSchema: string; readonly isLost: boolean },
): Promise<WhyToBuild | undefined> {
  if (isLost) return 'lost';
  const state = await unlessAborted(signal, stateOf(index, pool));
  if (state === 'lost' || state === 'outdated') return state;
  if (position === '') return 'new';
  // The very first article may be on its way into it: to build it of that one is soon done.
  if (state === 'empty' && (await hasDocuments(pool, articlesSchema))) return 'lost';
  const rebuilds = await readRebuilds(pool, schema);
  return rebuilds && rebuilds.wanted > rebuilds.done ? 'asked for' : undefined;
}

async function stateOf(index: SearchIndex, pool: pg.Pool): Promise<IndexState> {
  try {
    return await index.state(pool);
  } catch (error) {
    // Somebody has dropped the schema, or a table, while it was in use.
    if (isUndefinedTable(error)) return 'lost';
    throw error;
  }
}
