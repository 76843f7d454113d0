/** Returns the list with the item at `from` moved to `to`; the others keep their order. */
export function moveItem<One>(list: readonly One[], from: number, to: number): readonly One[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}
