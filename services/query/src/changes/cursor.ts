const between = '~';

/** Where a reader is who follows several read sides: a position in each. '' where nothing is known of any. */
export function cursorOf(positions: readonly string[]): string {
  return positions.every((position) => position === '') ? '' : positions.join(between);
}

/**
 * The positions in a cursor, one for each of `count` read sides. A single one, as an answer or a stream of fewer sides
 * gave it, counts for all that it does not name.
 */
export function positionsIn(cursor: string, count: number): string[] {
  const given = cursor.split(between);
  return Array.from({ length: count }, (_, index) => given[index] ?? given[0] ?? '');
}
