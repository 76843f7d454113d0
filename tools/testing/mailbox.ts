import PostalMime, { type Email } from 'postal-mime';
import { startMailServer } from '../../services/worker/src/testing/mail-server.ts';
import { readable } from './outbox-message.ts';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Starts a mail server that keeps whatever it gets, for whomever it is. */
export async function openMailbox() {
  const server = await startMailServer();
  const read: Promise<Email>[] = [];

  /** Resolves with the messages so far to an address, or to all of a host (`@journal.example`), by words of the subject. */
  async function messages(to: string, subject: string): Promise<Email[]> {
    read.push(...server.raw.slice(read.length).map((raw) => PostalMime.parse(raw)));
    return (await Promise.all(read)).filter((message) => {
      const [{ address = '' } = {}] = message.to ?? [];
      const isMeant = to.startsWith('@') ? address.endsWith(to) : address === to;
      return isMeant && message.subject?.includes(subject);
    });
  }

  return {
    /** For `SMTP_URL`. */
    url: server.url,
    messages,
    /** Resolves with the header lines and the text of the first such message; with undefined while none has come. */
    async find(to: string, subject: string): Promise<string | undefined> {
      const [message] = await messages(to, subject);
      return message && readable(message);
    },
    close: server.close,
  };
}
