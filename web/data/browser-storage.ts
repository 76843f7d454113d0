/**
 * Returns what `use` makes of the browser's storage, or of that of this tab; undefined where it throws, as where storage is
 * blocked or full.
 */
export function withStorage<Value>(
  use: (storage: Storage) => Value,
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): Value | undefined {
  try {
    return use(globalThis[kind]);
  } catch {
    return undefined;
  }
}
