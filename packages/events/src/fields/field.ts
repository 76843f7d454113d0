// Plain data without a schema library, because browsers load labels and limits from here too.

/**
 * A text. `isOptional`: may be absent, null or empty, each of which is stored as null. `isLine`: contains no line
 * breaks, like a name in a list. `format`: a format of the journal's schemas. Default: `printable`.
 */
export type TextValue = {
  readonly kind: 'text';
  /** See `textLimits`. */
  readonly maxLength: number;
  readonly isOptional?: true;
  readonly isLine?: true;
  readonly format?: 'email-address' | 'date';
  /** Pattern stricter than the default for lines. */
  readonly pattern?: string;
};
/** Maximum lengths of texts, in characters: Unicode code points, as JSON Schema counts them. */
export const textLimits = { title: 200, summary: 1_000, letter: 6_000, body: 60_000, name: 120 } as const;

/** An integer. `mayBeHidden`: null if it is not to be shown; forms require a number nevertheless. */
export type IntegerValue = {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  readonly mayBeHidden?: true;
};
/** One of a fixed set of values. `initial`: default if a request omits the value. */
export type ChoiceValue = {
  readonly kind: 'choice';
  readonly of: readonly (string | number)[];
  readonly initial?: string | number;
};

/** The single description of a field, from which schemas, event data, columns, responses and labels are derived. */
export type Field = {
  /** Name of the field in the newsroom. */
  readonly label: string;
  readonly value: TextValue | IntegerValue | ChoiceValue;
  /**
   * Error text: the whole message, or the label that the default messages start with. Default for a text: the field's
   * label.
   */
  readonly errors?: {
    readonly message?: string;
    /** Messages by schema keyword. */
    readonly messages?: Readonly<Record<string, string>>;
    readonly label?: string;
  };
  /**
   * Subject whose key seals the field in events. Null: the field is stored in the clear, so it must not be personal.
   */
  readonly sealedFor: string | null;
  /** Value in responses once that key is deleted. If undefined, the whole piece disappears with the key. */
  readonly erased?: string | null;
  /** The bulk of a piece: stored once, in the version that introduced it, and omitted from cards. */
  readonly isBulk?: true;
  /**
   * Search rank: matches in `title` come before `name`, then `text`. `shown`: displayed with a hit, but not searched.
   */
  readonly search?: 'title' | 'name' | 'text' | 'shown';
};

/** The fields of one kind of piece, in the order of its events, columns and forms. */
export type Fields = Readonly<Record<string, Field>>;

export type FieldName<Of extends Fields> = keyof Of & string;

/** Names of the fields that are sealed for a subject. */
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

/** A value for every field, as in commands and new events. */
export type ContentOf<Of extends Fields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** Content as read from the log: a sealed field is null once its key is deleted. */
export type OpenedContentOf<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends { sealedFor: string }
    ? ValueOf<Of[Name]> | null
    : ValueOf<Of[Name]>;
};

/** Content as read from the log, narrowed: the fields that are sealed for one subject are known. */
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

/** Returns only the content fields of `source`, in the order of the fields. */
export const pickContent = <Of extends Fields, Source extends { readonly [Name in keyof Of]: unknown }>(
  fields: Of,
  source: Source,
): { readonly [Name in keyof Of]: Source[Name] } =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, source[name]])) as never;

/** Whether the fields that are sealed for a subject are known: none is null unless it is nullable. */
export const isKnown = <Of extends Fields, Subject extends string>(
  fields: Of,
  subject: Subject,
  content: { readonly [Name in keyof Of]: unknown },
): content is KnownContentOf<Of, Subject> =>
  namesSealedFor(fields, subject).every(
    (name) => content[name] !== null || isNullable(fields[name] as Field),
  );

/** Returns the fields in `after` whose values differ from those in `before`, with their new values. */
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

/** Returns a field's column name in snake case: `author_name` for `authorName`. */
export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the column names by field name. */
export const columnsOf = <Of extends Fields>(fields: Of): { readonly [Name in keyof Of]: string } =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, columnOf(name)])) as never;

/** Whether a person may leave the field empty. */
export const isOptional = ({ value }: Field): boolean => value.kind === 'text' && value.isOptional === true;

/** Whether the field may be null even while its key exists. */
export const isNullable = (field: Field): boolean =>
  isOptional(field) || (field.value.kind === 'integer' && field.value.mayBeHidden === true);

export const columnTypeOf = ({ value }: Field): 'text' | 'smallint' =>
  value.kind === 'integer' || (value.kind === 'choice' && typeof value.of[0] === 'number')
    ? 'smallint'
    : 'text';
