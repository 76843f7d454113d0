import type { TObject } from 'typebox';

export type FormValue = string | number | boolean;
/** What is in the fields of a form, by their names. */
export type FormValues = Record<string, FormValue>;

type FieldKind = 'line' | 'text' | 'essay' | 'number' | 'section' | 'toggle';
export type FieldSpec = {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly optional?: true;
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
  /** What to know of it; of a toggle: what it means to have it on. */
  readonly hint?: string;
};

/** Something that editors edit: an article, or a pitch. */
export type RowKind<Row> = {
  /** As in "this article". */
  readonly noun: string;
  readonly schema: TObject;
  readonly fields: readonly FieldSpec[];
  readonly edit: string;
  readonly saved: string;
  readonly notSaved: string;
  readonly valuesOf: (row: Row) => FormValues;
  /** Why it can't be edited any more though it is there; undefined where it can. */
  readonly closedBy: (row: Row) => { readonly text: string; readonly href: string } | undefined;
  /** Replaces the row with clean values if it is still as it was read under this tag. */
  readonly save: (row: Row, values: FormValues, etag: string) => Promise<unknown>;
  readonly restore: (row: Row) => Promise<unknown>;
  readonly historyHref: (row: Row) => string;
};

/** The values as they are checked, compared and sent: trimmed, numbers as numbers, line breaks as browsers write them. */
export function cleanValues(fields: readonly FieldSpec[], values: FormValues): FormValues {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, clean(kind, values[name] ?? '')]));
}

function clean(kind: FieldKind, value: FormValue): FormValue {
  if (kind === 'toggle') return value ? 1 : 0;
  const text = String(value).trim();
  if (kind === 'number') return text === '' ? Number.NaN : Number(text);
  return text.replaceAll(/\r\n?/g, '\n');
}

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

/** Returns their values, with mine in the fields where mine were chosen. */
export function mergedValues(
  theirs: FormValues,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, Choice>>,
): FormValues {
  const own = conflicts.filter(({ field }) => choices[field.name] === 'mine');
  return { ...theirs, ...Object.fromEntries(own.map(({ field, mine }) => [field.name, mine])) };
}
