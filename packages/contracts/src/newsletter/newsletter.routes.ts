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
  takesForms: true,
  responses: { 200: Message },
  problems: ['invalid-link', 'write-conflict'],
} as const;

export const newsletterRoutes = defineRoutes({
  'POST /api/newsletter/subscriptions': {
    summary: 'Asks for the newsletter; the same answer for every address, after the same time',
    access: 'public',
    body: Subscription,
    takesForms: true,
    responses: { 202: Message },
    problems: ['too-many-requests'],
  },
  'POST /api/newsletter/confirmation': {
    summary: 'Confirms a subscription with the `token` of the mail, within 7 days',
    access: 'public',
    ...mailedToken,
  },
  'POST /api/newsletter/unsubscription': {
    summary: 'Ends a subscription with the `token` of any mail, and erases the address',
    access: 'public',
    ...mailedToken,
  },
  'POST /api/newsletter/unsubscribe': {
    summary:
      "The same by `List-Unsubscribe=One-Click` as a form, from anywhere: RFC 8058's one click in a mail program",
    access: 'public',
    query: MailedToken,
    body: Type.Object({ 'List-Unsubscribe': Type.Literal('One-Click') }),
    bodyType: 'application/x-www-form-urlencoded',
    responses: { 200: Message },
    problems: ['invalid-link', 'write-conflict'],
  },
  'POST /api/operations/subscriptions/:id/end-unconfirmed': {
    summary:
      'Ends the subscription of the address with this hash, and erases it, where nobody has confirmed it in time; changes nothing where it is not so, and may be done again',
    access: 'service',
    params: { id: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
    responses: { 204: null },
    problems: ['write-conflict'],
  },
  'GET /api/newsletter/unsubscribe': {
    summary: 'Leads to the page that asks before it unsubscribes',
    access: 'public',
    query: MailedToken,
    headers: ['location'],
    responses: { 303: null },
  },
});
