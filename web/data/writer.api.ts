import type { QueryClient } from '@tanstack/query-core';
import { queryOf, rowsOf } from './api.ts';

/** Format of a cursor in the list of the user's own pitches. */
export const pitchCursor = /^[\x21-\x7e]{1,100}$/;

/** A page of the signed-in user's pitches, newest first: the first one, or the one after a cursor. */
export const ownPitchesAfter = (after?: string) => rowsOf('GET /api/submissions/mine', { query: { after } });
export const ownPitches = ownPitchesAfter();

/** Returns the page of pitches that the query string of a URL names. */
export const ownPitchesIn = ({ older = '' }: Readonly<Record<string, string>>) =>
  ownPitchesAfter(pitchCursor.test(older) ? older : undefined);

/** Whether the user's address is confirmed. */
export const ownEmail = queryOf('GET /api/me/email');

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
