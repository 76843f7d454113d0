import type { QueryClient } from '@tanstack/query-core';
import { queryOf } from './api.ts';

/** The signed-in user's pitches, newest first. */
export const ownPitches = queryOf('GET /api/submissions/mine');

/** Whether a parent or guardian has agreed, and the age below which one must. */
export const ownConsent = queryOf('GET /api/me/consent');

/** The account's draft of a pitch that hasn't been sent yet. */
export const newPitchDraft = queryOf('GET /api/me/drafts/:target', { params: { target: 'new-pitch' } });

/** One of the user's own pitches. */
export const ownPitch = (id: string) => queryOf('GET /api/submissions/mine/:id', { params: { id } });

/** Differences between the published text and the version that the writer sent last. */
export const ownDifferences = (id: string) =>
  queryOf('GET /api/submissions/mine/:id/differences', { params: { id } });

/** Resolves when the page's data on a changed pitch has been refetched. */
export async function refetchOwnPitch(client: QueryClient, id: string): Promise<void> {
  const queries = [ownPitches, ownPitch(id)];
  await Promise.all(queries.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}
