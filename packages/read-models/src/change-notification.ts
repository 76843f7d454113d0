import { topics } from '@journal/contracts';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';

/** The channel on which a projection's commit says that it has moved on. */
export const changesChannel = 'journal_changes';

const ChangeNotification = Type.Object({
  /** The schema whose tables changed. */
  projection: Type.String(),
  /** What the checkpoint is now. */
  position: Type.String(),
  /** What may read differently, as the contract names it; none where only the checkpoint moved. */
  topics: Type.Immutable(Type.Array(Type.String())),
});
export type ChangeNotification = Static<typeof ChangeNotification>;

/** Postgres takes less than 8,000 bytes. */
const mostBytes = 7_900;

/** Returns the payload of a notification. A change with too many topics is sent as `*`. */
export function encodeChange(change: ChangeNotification): string {
  const payload = JSON.stringify(change);
  if (Buffer.byteLength(payload) <= mostBytes) return payload;
  return JSON.stringify({ ...change, topics: [topics.everything] });
}

/** Returns what a payload says, or undefined where it is none of ours. */
export function decodeChange(payload: string): ChangeNotification | undefined {
  try {
    const parsed: unknown = JSON.parse(payload);
    return Check(ChangeNotification, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
