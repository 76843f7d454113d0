import { useSyncExternalStore } from 'react';

/** The input of a form with at least these fields. */
export type TypedValues<Values> = {
  get(): Values;
  follow(listener: (values: Values) => void): () => void;
};

/** Returns the current value of a field; `before` is used until the page is hydrated. */
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
