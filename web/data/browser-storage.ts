/** Returns what `use` makes of the browser's storage; undefined where it throws, as where storage is blocked or full. */
export function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
