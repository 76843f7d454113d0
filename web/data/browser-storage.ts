/**
 * Calls `use` with the browser's storage, or with this tab's, and returns its result. Returns undefined if it throws,
 * for example because storage is blocked or full.
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
