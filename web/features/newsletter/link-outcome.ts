import { newsletterPages, outcomeParameter, subscriptionAsked } from '@journal/contracts';

/** What a page that was opened from mail is to show. */
export type LinkView =
  | { readonly kind: 'ask'; readonly token: string }
  | { readonly kind: 'done' }
  /** The link never was one, or is none any more. */
  | { readonly kind: 'void' };

type Query = Readonly<Record<string, string>>;

/** By the query of the page: a link has a token, and a form that was sent without scripts comes back with its outcome. */
export function linkViewOf(query: Query): LinkView {
  const outcome = query[outcomeParameter];
  if (outcome !== undefined) return { kind: outcome === 'done' ? 'done' : 'void' };
  const { token } = query;
  return token ? { kind: 'ask', token } : { kind: 'void' };
}

/** What a form for an address that was sent without scripts came to. */
export function subscribeNoticeOf(query: Query): { title: string; text: string } {
  switch (query[outcomeParameter]) {
    case undefined:
      return { title: 'The newsletter', text: 'Give your address at the foot of this page.' };
    case 'done':
      return { title: 'Check your mail', text: subscriptionAsked };
    case 'invalid-request':
      return { title: 'Please try again', text: 'Invalid email address' };
    case 'too-many-requests':
      return { title: 'Please try later', text: 'Too many requests. Please wait a moment and try again.' };
    default:
      return { title: 'Please try again', text: 'Something went wrong. Please try again.' };
  }
}

/** At whose foot the subscribe box is, without a token in its address. */
export const askAgain = { href: `${newsletterPages.subscribe}#subscribe`, name: 'Ask for a new link' };
