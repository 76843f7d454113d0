import { uuidPattern } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, DateTime, nullable } from '../system/schemas.ts';

/**
 * Target of a draft: a pitch that is not sent yet, changes to one's own pitch, or an editor's changes to an article.
 */
export const DraftTarget = Type.String({
  pattern: `^(new-pitch|pitch-${uuidPattern}|article-[1-9][0-9]{0,9})$`,
});

/** Values of a form's inputs by name, not validated. */
export const DraftValues = Type.Record(
  Type.String({ pattern: '^[A-Za-z]{1,40}$' }),
  Type.Union([Type.String(), Type.Boolean()]),
  { additionalProperties: false, minProperties: 1, maxProperties: 40 },
);
export type DraftValues = Static<typeof DraftValues>;

/** The version on which the form is based, and its ETag. */
const DraftBase = ClosedObject({
  etag: Type.String({ minLength: 1, maxLength: 200 }),
  values: DraftValues,
});

export const DraftContent = ClosedObject({ values: DraftValues, base: Type.Optional(DraftBase) });
export type DraftContent = Static<typeof DraftContent>;

export const Draft = Type.Object({
  values: DraftValues,
  base: nullable(DraftBase),
  savedAt: DateTime,
});
export type Draft = Static<typeof Draft>;

/** A draft with its name and version, as services exchange it. */
export const NamedDraft = Type.Object({
  target: DraftTarget,
  version: Type.Integer(),
  ...Draft.properties,
});
export type NamedDraft = Static<typeof NamedDraft>;
