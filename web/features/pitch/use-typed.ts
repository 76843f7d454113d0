import { useSyncExternalStore } from 'react';

/** What is typed into a form that has these fields, and perhaps more. */
export type TypedValues<Values> = {
  get(): Values;
  follow(listener: (values: Values) => void): () => void;
};

/** Returns what stands in a field; `before`: until the page is hydrated. */
export function useTyped<Values, Name extends keyof Values>(
  typed: TypedValues<Values>,
  name: Name,
  before: Values[Name],
): Values[Name] {
  return useSyncExternalStore(
    typed.follow,
    () => typed.get()[name],
    () => before,
  );
}
