import type { TrackedModel } from '../tracker/tracked-model.ts';

/**
 * For how many seconds the index has lacked what the articles' tables have; 0 where it lacks nothing. `now` gives
 * milliseconds.
 */
export function watchIndexLag(
  readSide: Pick<TrackedModel, 'position' | 'onChange'>,
  searchSide: Pick<TrackedModel, 'position' | 'onChange'>,
  now: () => number = () => performance.now(),
): () => number {
  /** A position that the index had not reached when it was heard of. */
  let awaited: { readonly position: string; readonly since: number } | undefined;

  function look(): number {
    if (awaited === undefined || awaited.position <= searchSide.position)
      awaited =
        readSide.position > searchSide.position ? { position: readSide.position, since: now() } : undefined;
    return awaited === undefined ? 0 : (now() - awaited.since) / 1_000;
  }

  readSide.onChange(look);
  searchSide.onChange(look);
  return look;
}
