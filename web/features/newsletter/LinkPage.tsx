import {
  type MailedToken,
  newsletterPages,
  outcomeParameter,
  subscriptionRequestedMessage,
  tooManyRequests,
  waitParameter,
} from '@journal/contracts';
import type { FormEvent } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient } from '../../data/api.ts';
import { Notice } from '../../ui/layout/PageHero.tsx';
import type { SiteLink } from '../../ui/link/links.tsx';
import { useSubmission } from './SubscribeBox.tsx';

type PageText = { readonly title: string; readonly text: string };
type LinkPageProps = {
  /** API path that accepts the `token`. */
  path: '/api/newsletter/confirmation' | '/api/newsletter/unsubscription' | '/api/auth/email-confirmation';
  confirmation: PageText & { readonly button: string; readonly sending: string };
  done: PageText;
  /** Text for a link that is invalid or no longer valid. */
  invalid: PageText & { readonly link?: SiteLink };
};

/** A page opened from a mail. It asks for confirmation first, because mail scanners also open links. */
export function LinkPage({ path, confirmation, done, invalid }: LinkPageProps) {
  const { urlParsed } = usePageContext();
  const { submission, send } = useSubmission((body: MailedToken) =>
    apiClient.request(`POST ${path}` as const, { body }),
  );
  const sending = submission.status === 'sending';
  const view = linkViewOf(urlParsed.search);
  const isVoid = submission.status === 'refused' && submission.code === 'invalid-link';

  function content() {
    if (submission.status === 'done' || view === 'done') return <Notice {...done} />;
    if (isVoid || view === 'void') return <Notice {...invalid} />;
    const { token } = view;
    const submit = (event: FormEvent) => {
      event.preventDefault();
      void send({ token });
    };
    return (
      <form className="notice page" action={path} method="post" onSubmit={submit}>
        <h1>{confirmation.title}</h1>
        <p className="page-lead">{confirmation.text}</p>
        <input type="hidden" name="token" value={token} />
        <button type="submit" className="button" aria-disabled={sending || undefined}>
          {sending ? confirmation.sending : confirmation.button}
        </button>
        {submission.status === 'refused' ? <p className="link-failure">{submission.message}</p> : null}
      </form>
    );
  }

  return <div aria-live="polite">{content()}</div>;
}

type Query = Readonly<Record<string, string>>;

/**
 * Returns what a page opened from a mail must show, based on its query: a link has a token, and a form sent without
 * scripts returns with its outcome. `void`: the link is invalid or no longer valid.
 */
export function linkViewOf({
  token,
  [outcomeParameter]: outcome,
}: Query): { token: string } | 'done' | 'void' {
  if (outcome !== undefined) return outcome === 'done' ? 'done' : 'void';
  return token ? { token } : 'void';
}

/** Returns the notice for the outcome of an address form that was sent without scripts. */
export function subscribeNoticeOf(query: Query): { title: string; text: string } {
  switch (query[outcomeParameter]) {
    case undefined:
      return { title: 'The newsletter', text: 'Enter your address at the bottom of this page.' };
    case 'done':
      return { title: 'Check your email', text: subscriptionRequestedMessage };
    case 'invalid-request':
      return { title: 'Please try again', text: 'Invalid email address' };
    case 'too-many-requests':
      return { title: 'Please try later', text: tooManyRequests(Number(query[waitParameter])) };
    default:
      return { title: 'Please try again', text: 'Something went wrong. Please try again.' };
  }
}

/** Link to the page with the subscribe box at its end, without a token in the URL. */
export const newLinkPage = { href: `${newsletterPages.subscribe}#subscribe`, name: 'Ask for a new link' };
