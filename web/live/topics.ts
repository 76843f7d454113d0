import { type Change, topics } from '@journal/contracts';
import { sessionPath } from '../data/session.ts';

/** A read of the API as the query cache keeps it, whole, as a row or page by page. */
type Read = {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data?: unknown };
};
type Tagged = { readonly topics?: readonly string[] | null };

/**
 * Whether a read may be answered differently after the change, by the topics that its last answer named; where none
 * did, it may. Who is signed in is no change's business.
 */
export function touches(change: Pick<Change, 'topics'>, { queryKey, state }: Read): boolean {
  if (queryKey[0] === sessionPath) return false;
  if (change.topics.includes(topics.everything)) return true;
  const data = state.data as (Tagged & { readonly pages?: readonly Tagged[] }) | null | undefined;
  const told = (data?.pages?.[0] ?? data)?.topics;
  return !told || told.some((topic) => change.topics.includes(topic));
}
