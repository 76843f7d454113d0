import { cleanValues, type FieldSpec, type FormValue, type FormValues } from './row-kind.ts';

export type Choice = 'mine' | 'theirs';

/** A field that two people have left differently. */
export type FieldConflict = {
  readonly field: FieldSpec;
  readonly mine: FormValue;
  readonly theirs: FormValue;
  /** Whose it is where only one of the two has changed it; undefined where both have. */
  readonly changedBy: Choice | undefined;
};

type Versions = { readonly base: FormValues; readonly mine: FormValues; readonly theirs: FormValues };

/** The fields that differ between mine and theirs, both of which began as base. */
export function conflictsOf(fields: readonly FieldSpec[], versions: Versions): FieldConflict[] {
  const base = cleanValues(fields, versions.base);
  const mine = cleanValues(fields, versions.mine);
  const theirs = cleanValues(fields, versions.theirs);
  return fields.flatMap((field) => {
    const [was, own, other] = [base, mine, theirs].map((values) => values[field.name] ?? '');
    if (own === undefined || other === undefined || Object.is(own, other)) return [];
    const changedBy = Object.is(was, own) ? 'theirs' : Object.is(was, other) ? 'mine' : undefined;
    return [{ field, mine: own, theirs: other, changedBy }];
  });
}

/** Theirs, but mine where that was chosen. */
export function mergedValues(
  theirs: FormValues,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, Choice>>,
): FormValues {
  const own = conflicts.filter(({ field }) => choices[field.name] === 'mine');
  return { ...theirs, ...Object.fromEntries(own.map(({ field, mine }) => [field.name, mine])) };
}
