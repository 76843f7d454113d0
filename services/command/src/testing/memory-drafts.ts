import type { DraftTable, StoredDraft } from '@journal/read-models/drafts';

/** Drafts in memory. */
export function createMemoryDrafts(): DraftTable {
  const held = new Map<string, StoredDraft>();
  const keyOf = (userId: string, target: string) => `${userId} ${target}`;
  const isSeen = (version: number, seen?: readonly number[]) => seen?.includes(version) ?? true;
  let last = 0;
  return {
    async read(userId, target) {
      return [...held.values()]
        .filter((draft) => draft.userId === userId && (target ?? draft.target) === draft.target)
        .sort((one, other) => (one.target < other.target ? -1 : 1));
    },
    async save(draft, seen) {
      const key = keyOf(draft.userId, draft.target);
      if (!isSeen(held.get(key)?.version ?? 0, seen)) return undefined;
      last += 1;
      held.set(key, { ...draft, version: last });
      return last;
    },
    async remove({ userId, target }, seen) {
      const found = held.get(keyOf(userId, target));
      if (found && !isSeen(found.version, seen)) return false;
      held.delete(keyOf(userId, target));
      return true;
    },
    async removeAllOf(userId) {
      for (const [key, draft] of held) if (draft.userId === userId) held.delete(key);
    },
  };
}
