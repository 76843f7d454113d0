import { accountFields, requestProperties } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { MailedToken, Message } from '../account/account.schema.ts';
import { Section } from '../article/article.schema.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject } from '../system/schemas.ts';

/** The address arrives trimmed and in lower case (see `normaliseEmail`). */
export const Subscription = ClosedObject({
  email: requestProperties(accountFields).email,
  /** Set if only issues with pieces from that section are wanted. */
  section: Type.Optional(Section),
});
export type Subscription = Static<typeof Subscription>;

const mailedToken = {
  body: MailedToken,
  acceptsForms: true,
  responses: { 200: Message },
  problems: ['invalid-link', 'write-conflict'],
} as const;

export const newsletterRoutes = defineRoutes({
  'POST /api/newsletter/subscriptions': {
    summary: 'Requests a newsletter subscription; every address gets the same response after the same time',
    access: 'public',
    body: Subscription,
    acceptsForms: true,
    responses: { 202: Message },
    problems: ['too-many-requests'],
  },
  'POST /api/newsletter/confirmation': {
    summary: 'Confirms a subscription with the `token` from the mail, within 7 days',
    access: 'public',
    ...mailedToken,
    problems: [...mailedToken.problems, 'too-many-requests'],
  },
  'POST /api/newsletter/unsubscription': {
    summary: 'Ends a subscription with the `token` from any mail, and erases the address',
    access: 'public',
    ...mailedToken,
  },
  'POST /api/newsletter/unsubscribe': {
    summary:
      'The same for a form post of `List-Unsubscribe=One-Click` from any origin: RFC 8058’s one-click unsubscription in mail programs',
    access: 'public',
    query: MailedToken,
    body: Type.Object({ 'List-Unsubscribe': Type.Literal('One-Click') }),
    bodyType: 'application/x-www-form-urlencoded',
    responses: { 200: Message },
    problems: ['invalid-link', 'write-conflict'],
  },
  'POST /api/operations/subscriptions/:id/end-unconfirmed': {
    summary:
      'Ends and erases the subscription of the address with this hash if nobody confirmed it in time; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
    responses: { 204: null },
    problems: ['write-conflict'],
  },
  'GET /api/newsletter/unsubscribe': {
    summary: 'Redirects to the page that asks before unsubscribing',
    access: 'public',
    query: MailedToken,
    headers: ['location'],
    responses: { 303: null },
  },
});
