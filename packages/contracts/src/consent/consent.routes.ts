import { accountFields, consentStates, requestProperties } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { MailedToken, Message } from '../account/account.schema.ts';
import { defineRoutes } from '../routes/route.ts';
import { ArticleId, ClosedObject, DateTime, nullable, Uuid } from '../system/schemas.ts';

/** Page linked from the mail to a parent or guardian, with `?token=`. */
export const consentPage = '/consent';

/** The consent of the user's own parent or guardian. */
export const OwnConsent = Type.Object({
  /** Writers below this age need consent to be published; null if this journal requires none. */
  consentAge: nullable(Type.Integer()),
  /** Null if no guardian was ever asked. */
  state: nullable(Type.Enum([...consentStates])),
  /** Set while an answer is pending or the consent is in effect. */
  guardianEmail: nullable(Type.String()),
  askedAt: nullable(DateTime),
});
export type OwnConsent = Static<typeof OwnConsent>;

/** A request to a parent or guardian: the writer's name and the answer so far. */
const OpenConsentRequest = Type.Object({
  fullName: Type.String(),
  state: Type.Enum(['asked', 'given', 'declined', 'withdrawn']),
});
/** `over`: the link is invalid or no longer valid. */
export const ConsentRequest = Type.Union([
  OpenConsentRequest,
  Type.Object({ fullName: Type.Null(), state: Type.Literal('over') }),
]);
export type ConsentRequest = Static<typeof ConsentRequest>;
export type OpenConsentRequest = Static<typeof OpenConsentRequest>;

export const GuardianAddress = ClosedObject({ email: requestProperties(accountFields).email });
const ConsentAnswer = ClosedObject({
  ...MailedToken.properties,
  answer: Type.Enum(['yes', 'no'], { message: 'Please choose one of the two answers' }),
});

export const consentRoutes = defineRoutes({
  'GET /api/me/consent': {
    summary:
      'Whether the signed-in user has the consent of a parent or guardian, and the age below which it is required',
    access: 'signed-in',
    responses: { 200: OwnConsent },
  },
  'POST /api/me/consent': {
    summary:
      'Asks a parent or guardian by mail to consent to the publication of the user’s pieces; ends an earlier unanswered request',
    access: 'signed-in',
    body: GuardianAddress,
    headers: ['idempotency-key'],
    responses: { 202: Message },
    problems: [
      'consent-not-needed',
      'own-email-unconfirmed',
      'consent-given',
      'user-not-found',
      'write-conflict',
      'too-many-requests',
    ],
  },
  'GET /api/consent': {
    summary:
      'The request to a parent or guardian, and their answer, for the holder of the `token` from the mail',
    access: 'public',
    query: MailedToken,
    responses: { 200: ConsentRequest },
  },
  'POST /api/consent': {
    summary:
      'Gives, declines or withdraws consent with the `token` from the mail; withdrawal hides everything that was published',
    access: 'public',
    body: ConsentAnswer,
    responses: { 200: Message },
    problems: ['invalid-link', 'write-conflict'],
  },
  'POST /api/operations/consents': {
    summary: 'Reads the request that a parent’s or guardian’s token is for, on behalf of the query service',
    access: 'service',
    body: MailedToken,
    responses: { 200: OpenConsentRequest },
    problems: ['invalid-link'],
  },
  'POST /api/operations/consents/:id/end-unanswered': {
    summary:
      'Ends this user’s request to a parent or guardian, and erases the address, if nobody answered in time; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/articles/:id/follow-consent': {
    summary:
      'Hides an article if the guardian’s consent was withdrawn after it became visible to readers. Idempotent',
    access: 'service',
    params: { id: ArticleId },
    responses: { 204: null },
    problems: ['article-not-found', 'write-conflict'],
  },
});
