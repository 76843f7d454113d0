import { topics } from '@journal/contracts';

/** The channel on which a projection's commit says that it has moved on. */
export const changesChannel = 'journal_changes';

export type ChangeNotification = {
  /** The schema whose tables changed. */
  readonly projection: string;
  /** What the checkpoint is now. */
  readonly position: string;
  /** What may read differently, as the contract names it; none where only the checkpoint moved. */
  readonly topics: readonly string[];
};

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
    return isChange(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is ChangeNotification {
  return (
    typeof value === 'object' &&
    value !== null &&
    'projection' in value &&
    typeof value.projection === 'string' &&
    'position' in value &&
    typeof value.position === 'string' &&
    'topics' in value &&
    Array.isArray(value.topics) &&
    value.topics.every((topic) => typeof topic === 'string')
  );
}
