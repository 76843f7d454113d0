import { articleFields, type FieldName, fieldNames, type ValueOf } from '@journal/events/fields';

type Fields = typeof articleFields;
type DocumentField = {
  [Name in FieldName<Fields>]: Fields[Name] extends { search: string } ? Name : never;
}[FieldName<Fields>];
type BulkField = {
  [Name in DocumentField]: Fields[Name] extends { isBulk: true } ? Name : never;
}[DocumentField];

/** An article as it is indexed; without a byline once its writer has been erased. */
export type SearchDocument = {
  readonly id: number;
  /** ISO 8601, UTC, milliseconds. Newer documents rank higher among equals. */
  readonly createdAt: string;
} & {
  readonly [Name in DocumentField]:
    | ValueOf<Fields[Name]>
    | (Fields[Name] extends { erased: unknown } ? null : never);
};

/** An article found by a search. */
export type SearchHit = Omit<SearchDocument, BulkField>;

/** The article fields that documents contain: those with `search` in their descriptor. */
export const documentFields = fieldNames(articleFields).filter(
  (name) => 'search' in articleFields[name],
) as DocumentField[];

/** The document fields that a hit shows. */
export const hitFields = documentFields.filter((name) => !('isBulk' in articleFields[name])) as Exclude<
  DocumentField,
  BulkField
>[];

/** The document fields that are searched, by place: title, name, text. */
export const searchedFields = (['title', 'name', 'text'] as const).map((place) =>
  documentFields.filter((name) => articleFields[name].search === place),
);

/** Returns the searched texts of a document, by place. */
export const textsOf = (document: SearchDocument): string[][] =>
  searchedFields.map((names) => names.map((name) => `${document[name] ?? ''}`));
