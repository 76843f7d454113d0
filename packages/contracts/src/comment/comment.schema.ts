import {
  type CommentAudience,
  commentAudiences,
  type PassageField,
  passageFields,
} from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, Count, DateTime, nullable } from '../system/schemas.ts';
import { contextLength, maxQuotationLength } from './passage.ts';

/** Maximum length of a comment or a reply, in characters. */
export const maxCommentLength = 2_000;

const Field = Type.Enum([...passageFields] as PassageField[]);
const Audience = Type.Enum([...commentAudiences] as CommentAudience[]);
const Note = (label: string) =>
  Type.String({ minLength: 1, maxLength: maxCommentLength, format: 'printable', label });
const Context = Type.Optional(Type.String({ maxLength: contextLength, label: 'Context' }));

/** A comment on a passage, which `findPassage` locates in the current pitch. */
export const NewComment = ClosedObject({
  field: Field,
  paragraph: Type.Integer({ minimum: 0, maximum: 60_000, label: 'Paragraph' }),
  quotation: Type.String({
    minLength: 1,
    maxLength: maxQuotationLength,
    format: 'printable',
    label: 'Quotation',
  }),
  before: Context,
  after: Context,
  note: Note('Comment'),
  audience: Audience,
});
export type NewComment = Static<typeof NewComment>;
export const Reply = ClosedObject({ note: Note('Reply') });
export const CommentReceipt = Type.Object({ id: Type.String() });
export type CommentReceipt = Static<typeof CommentReceipt>;

/** A passage as it was in the pitch when commented on. */
const passage = {
  field: Field,
  paragraph: Count,
  quotation: Type.String(),
  before: Type.String(),
  after: Type.String(),
  /** Revision of the pitch at that time. */
  pitchRevision: Count,
};
const written = { id: Type.String(), note: Type.String(), at: DateTime };

/** The user who wrote or resolved a comment; the name is null once they have been forgotten. */
const Author = Type.Object({ id: Type.String(), name: nullable(Type.String()), isWriter: Type.Boolean() });
const authored = {
  ...written,
  author: Author,
  /** Set if editors deleted a comment to or from the writer. From then on it is visible only in the newsroom. */
  deletedAt: nullable(DateTime),
  deletedBy: Type.Union([Author, Type.Null()]),
};

/** A comment as editors see it. */
export const Comment = Type.Object({
  ...authored,
  ...passage,
  audience: Audience,
  resolvedAt: nullable(DateTime),
  resolvedBy: Type.Union([Author, Type.Null()]),
  /** Oldest first. */
  replies: Type.Array(Type.Object(authored)),
});
export type Comment = Static<typeof Comment>;

const ownReplies = Type.Array(Type.Object({ ...written, isOwn: Type.Boolean() }));
/** A comment as the pitch's writer sees it: from the editors, without naming its author. */
export const OwnComment = Type.Object({
  ...written,
  ...passage,
  resolvedAt: nullable(DateTime),
  replies: ownReplies,
});
export type OwnComment = Static<typeof OwnComment>;

const deletedAt = nullable(DateTime);
/** A comment in the export of the writer's data, which includes comments among editors and deleted ones. */
export const ExportedComment = Type.Object({
  ...OwnComment.properties,
  audience: Audience,
  deletedAt,
  replies: Type.Array(Type.Object({ ...ownReplies.items.properties, deletedAt })),
});
export type ExportedComment = Static<typeof ExportedComment>;
