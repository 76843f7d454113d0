import { newsletterPages, oneClickPath } from '@journal/contracts';
import { type Letter, letterAsHtml, letterAsText } from './letter.ts';
import type { Message } from './mailer.ts';

export type ConfirmationMail = {
  readonly subscriberId: string;
  readonly to: string;
  readonly journalName: string;
  /** The origin by which readers reach the journal. */
  readonly publicUrl: string;
  readonly confirmationToken: string;
  readonly unsubscribeToken: string;
};

/** What an address is asked that somebody has given for the newsletter. */
export function confirmationMessage(mail: ConfirmationMail): Message {
  const { subscriberId, to, journalName, publicUrl } = mail;
  const letter: Letter = {
    journalName,
    heading: 'Please confirm your subscription',
    parts: [
      { paragraph: `Someone asked us to send new issues of ${journalName} to this address. Was it you?` },
      {
        link: linkTo(newsletterPages.confirm, mail.confirmationToken, publicUrl),
        label: 'Confirm my subscription',
      },
      { paragraph: 'The link is good for 7 days.' },
      { paragraph: "If it wasn't you: ignore this message. We will send you no issues." },
    ],
  };
  return {
    kind: 'newsletter-confirmation',
    subjectId: subscriberId,
    to,
    subject: `Please confirm your subscription to ${journalName}`,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${linkTo(oneClickPath, mail.unsubscribeToken, publicUrl)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function linkTo(path: string, token: string, publicUrl: string): string {
  const link = new URL(path, publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}
