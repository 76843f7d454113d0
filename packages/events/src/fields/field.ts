// Plain data, without a schema library: browsers read labels and limits from here too.

/**
 * A text. `isOptional`: it may be left out, null or empty, all of which are stored as null. `isLine`: it has no line
 * breaks, as a name where names are listed. `format`: of our schemas; default `printable`.
 */
export type TextValue = {
  readonly kind: 'text';
  /** See `textLimits`. */
  readonly maxLength: number;
  readonly isOptional?: true;
  readonly isLine?: true;
  readonly format?: 'email-address' | 'date';
  /** A narrower one than a line's. */
  readonly pattern?: string;
};
/** The most that a text may have, in UTF-16 code units as HTML forms count them. */
export const textLimits = { title: 200, summary: 1_000, letter: 6_000, body: 60_000, name: 120 } as const;

/** `mayBeHidden`: null where it is not to be shown; whoever fills it in says a number all the same. */
export type IntegerValue = {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  readonly mayBeHidden?: true;
};
/** One of a few values; `initial` stands for one that a request leaves out. */
export type ChoiceValue = {
  readonly kind: 'choice';
  readonly of: readonly (string | number)[];
  readonly initial?: string | number;
};

/** The one description of a field, from which schemas, event data, columns, answers and words derive. */
export type Field = {
  /** What the newsroom calls it. */
  readonly label: string;
  readonly value: TextValue | IntegerValue | ChoiceValue;
  /**
   * What an error about it says: the whole message, or the name that the usual messages begin with; for a text by default
   * its label.
   */
  readonly errors?: {
    readonly message?: string;
    /** By the keyword of the schema. */
    readonly messages?: Readonly<Record<string, string>>;
    readonly label?: string;
  };
  /** Whose key it is sealed with in events; null: it is stored in the clear, so nothing personal may be. */
  readonly sealedFor: string | null;
  /** What answers show once that key is gone. Without it, the whole piece is gone with the key. */
  readonly erased?: string | null;
  /** The bulk of a piece: stored once, in the version that brought it, and left out of cards. */
  readonly isBulk?: true;
  /** Where the search finds it, `title` before `name` before `text`; `shown`: a hit only shows it. */
  readonly search?: 'title' | 'name' | 'text' | 'shown';
};

/** The fields of one kind of piece, in the order of its events, columns and forms. */
export type Fields = Readonly<Record<string, Field>>;

export type FieldName<Of extends Fields> = keyof Of & string;

/** The names of the fields that are sealed for a subject. */
export type SealedName<Of extends Fields, Subject extends string = string> = {
  [Name in FieldName<Of>]: Of[Name] extends { sealedFor: Subject } ? Name : never;
}[FieldName<Of>];

export type BulkName<Of extends Fields> = {
  [Name in FieldName<Of>]: Of[Name] extends { isBulk: true } ? Name : never;
}[FieldName<Of>];

export type ValueOf<One extends Field> = One['value'] extends { of: readonly (infer Choice)[] }
  ? Choice
  : One['value'] extends IntegerValue
    ? One['value'] extends { mayBeHidden: true }
      ? number | null
      : number
    : One['value'] extends { isOptional: true }
      ? string | null
      : string;

/** A value for every field, as commands and new events have them. */
export type ContentOf<Of extends Fields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** The same as it is read: null where the key of one that is sealed is gone. */
export type OpenedContentOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends { sealedFor: string }
    ? ValueOf<Of[Name]> | null
    : ValueOf<Of[Name]>;
};

/** Content as it is read, in which the fields that are sealed for one subject are known. */
export type KnownContentOf<Of extends Fields, Subject extends string> = {
  readonly [Name in keyof Of]: Of[Name] extends { sealedFor: Subject }
    ? ValueOf<Of[Name]>
    : OpenedContentOf<Of>[Name];
};

export const fieldNames = <Of extends Fields>(fields: Of): readonly FieldName<Of>[] => Object.keys(fields);

/** Returns the names of the fields that are sealed for a subject, in the order of the fields. */
export const namesSealedFor = <Of extends Fields, Subject extends string>(
  fields: Of,
  subject: Subject,
): readonly SealedName<Of, Subject>[] =>
  fieldNames(fields).filter((name) => fields[name]?.sealedFor === subject) as SealedName<Of, Subject>[];

/** Returns the names of the fields that lists and cards show, in the order of the fields. */
export const cardNames = <Of extends Fields>(fields: Of): readonly Exclude<FieldName<Of>, BulkName<Of>>[] =>
  fieldNames(fields).filter((name) => !fields[name]?.isBulk) as Exclude<FieldName<Of>, BulkName<Of>>[];

export const bulkNames = <Of extends Fields>(fields: Of): readonly BulkName<Of>[] =>
  fieldNames(fields).filter((name) => fields[name]?.isBulk) as BulkName<Of>[];

/** Returns the content of something that has more than it, in the order of the fields. */
export const pickContent = <Of extends Fields, Source extends { readonly [Name in keyof Of]: unknown }>(
  fields: Of,
  source: Source,
): { readonly [Name in keyof Of]: Source[Name] } =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, source[name]])) as never;

/** Whether what is sealed for a subject is known: none of its fields is null that may not be. */
export const isKnown = <Of extends Fields, Subject extends string>(
  fields: Of,
  subject: Subject,
  content: { readonly [Name in keyof Of]: unknown },
): content is KnownContentOf<Of, Subject> =>
  namesSealedFor(fields, subject).every(
    (name) => content[name] !== null || isNullable(fields[name] as Field),
  );

/** Returns the fields, with their values, that are there in `after` and have another value than in `before`. */
export const changedFields = <Of extends Fields>(
  fields: Of,
  before: { readonly [Name in keyof Of]: unknown },
  after: { readonly [Name in keyof Of]?: unknown },
): Partial<ContentOf<Of>> =>
  Object.fromEntries(
    fieldNames(fields)
      .filter((name) => after[name] !== undefined && after[name] !== before[name])
      .map((name) => [name, after[name]]),
  ) as Partial<ContentOf<Of>>;

/** Returns a field's column in snake case: `authorName` is kept in `author_name`. */
export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the column of each field by its name. */
export const columnsOf = <Of extends Fields>(fields: Of): { readonly [Name in keyof Of]: string } =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, columnOf(name)])) as never;

/** Whether a person may leave it empty. */
export const isOptional = ({ value }: Field): boolean => value.kind === 'text' && value.isOptional === true;

/** Whether null is a value that it may have, its key gone or not. */
export const isNullable = (field: Field): boolean =>
  isOptional(field) || (field.value.kind === 'integer' && field.value.mayBeHidden === true);

export const columnTypeOf = ({ value }: Field): 'text' | 'smallint' =>
  value.kind === 'integer' || (value.kind === 'choice' && typeof value.of[0] === 'number')
    ? 'smallint'
    : 'text';
