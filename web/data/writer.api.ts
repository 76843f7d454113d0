import type { QueryClient } from '@tanstack/query-core';
import { queryOf } from './api.ts';

/** The pitches of whoever is signed in, newest first. */
export const ownPitches = queryOf('GET /api/submissions/mine');

/** Whether a parent or guardian has agreed, and at which age one has to. */
export const ownConsent = queryOf('GET /api/me/consent');

/** What the account has of a pitch that is not sent yet. */
export const newPitchDraft = queryOf('GET /api/me/drafts/:target', { params: { target: 'new-pitch' } });

/** One of them. */
export const ownPitch = (id: string) => queryOf('GET /api/submissions/mine/:id', { params: { id } });

/** How it was published otherwise than its writer sent it last. */
export const ownDifferences = (id: string) =>
  queryOf('GET /api/submissions/mine/:id/differences', { params: { id } });

/** Resolves when what the page shows of a pitch that was changed has been read again. */
export async function refetchOwnPitch(client: QueryClient, id: string): Promise<void> {
  const queries = [ownPitches, ownPitch(id)];
  await Promise.all(queries.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}
