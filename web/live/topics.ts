import { type Change, topicsTouch } from '@journal/contracts';

/** A read of the API as the query cache keeps it, whole, as a row or page by page. */
type Read = {
  readonly state: { readonly data?: unknown };
};
type Tagged = { readonly topics?: readonly string[] | null };

/**
 * Whether a read may be answered differently after the change, by the topics that its last answer named; where none
 * did, it may.
 */
export function touches(change: Pick<Change, 'topics'>, { state }: Read): boolean {
  const data = state.data as (Tagged & { readonly pages?: readonly Tagged[] }) | null | undefined;
  const told = (data?.pages?.[0] ?? data)?.topics;
  return !told || topicsTouch(new Set(change.topics), told);
}
