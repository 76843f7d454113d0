import { type Change, topicsTouch } from '@journal/contracts';

/** An API read in the query cache: a single answer, a row, or pages. */
type Read = {
  readonly state: { readonly data?: unknown };
};
type Tagged = { readonly topics?: readonly string[] | null };

/**
 * Whether the change may affect a read, according to the topics of its last answer. An answer without topics may always
 * be affected.
 */
export function touches(change: Pick<Change, 'topics'>, { state }: Read): boolean {
  const data = state.data as (Tagged & { readonly pages?: readonly Tagged[] }) | null | undefined;
  const topics = (data?.pages?.[0] ?? data)?.topics;
  return !topics || topicsTouch(new Set(change.topics), topics);
}
