/** Returns the number of occurrences of each name. */
export const countsOf = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const).sort(),
  ) as Record<Name, number>;
