import Type, { type Static } from 'typebox';
import { Message } from '../account/account.schema.ts';
import { defineRoutes } from '../routes/route.ts';
import { maxNoteLength } from '../submission/submission.schema.ts';
import { ClosedObject, Uuid } from '../system/schemas.ts';

/** Maximum length of the reply address, in characters, same as for an email address. */
export const maxReplyToLength = 254;

/** A reported concern. Plain forms send every field as text, and omitted fields as empty. */
export const ConcernReport = ClosedObject({
  text: Type.String({
    minLength: 1,
    maxLength: maxNoteLength,
    format: 'printable',
    label: 'What it is about',
  }),
  replyTo: Type.Optional(
    Type.String({ maxLength: maxReplyToLength, format: 'printable', label: 'Your email address' }),
  ),
  /** Number of the article that the concern is about. */
  article: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]{0,8})?$', message: 'There is no such article' }),
  ),
});
export type ConcernReport = Static<typeof ConcernReport>;

/** Page of the form, to which a form sent without scripts also returns. */
export const reportPage = '/report';

/** Response to everyone who reports a concern. */
export const concernReported =
  'Thank you for telling us. The people who look after safety here will read it soon. If you left an address, they write to you there.';

export const concernRoutes = defineRoutes({
  'POST /api/concerns': {
    summary:
      'Reports a concern to the people responsible for safeguarding; for anyone, without an account. It is kept for a year',
    access: 'public',
    body: ConcernReport,
    acceptsForms: true,
    responses: { 202: Message },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'POST /api/operations/concerns/:id/erase': {
    summary: 'Erases a concern whose retention period has ended; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['write-conflict'],
  },
});
