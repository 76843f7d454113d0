import PostalMime, { type Email } from 'postal-mime';
import { startMailServer } from '../../services/worker/src/testing/mail-server.ts';
import { readable } from './outbox-message.ts';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** Starts a mail server that keeps whatever it receives, for any recipient. */
export async function openMailbox() {
  const server = await startMailServer();
  const read: Promise<Email>[] = [];

  /**
   * Resolves with the messages received so far for an address, or for all addresses of a host (`@journal.example`),
   * whose subject contains these words.
   */
  async function messages(to: string, subject: string): Promise<Email[]> {
    read.push(...server.raw.slice(read.length).map((raw) => PostalMime.parse(raw)));
    return (await Promise.all(read)).filter((message) => {
      const [{ address = '' } = {}] = message.to ?? [];
      const isMeant = to.startsWith('@') ? address.endsWith(to) : address === to;
      return isMeant && message.subject?.includes(subject);
    });
  }

  return {
    /** Value for `SMTP_URL`. */
    url: server.url,
    messages,
    /** Resolves with the header lines and the text of the first such message; undefined if none has arrived. */
    async find(to: string, subject: string): Promise<string | undefined> {
      const [message] = await messages(to, subject);
      return message && readable(message);
    },
    close: server.close,
  };
}
