/** A message to one person. */
export type Message = {
  /** What it is about: small letters and dashes. */
  readonly kind: string;
  /** Whom it is about: letters, digits, dashes and underscores; never the address. */
  readonly subjectId: string;
  /** The bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, such as those by which one unsubscribes. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type Mailer = {
  /**
   * Resolves once a mail server has taken the message, or it lies in the outbox. Throws `MailRefused` where it never
   * will be taken, `MailDelayed` where a later attempt may get through.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>;
  /** Removes the messages about this subject that are still kept here. */
  forget(subjectId: string): Promise<void>;
};

/** Nobody takes mail for this address. Says nothing of the address or of the server's words, which may name it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mail server is away, busy or refuses us. Says no more than codes, for the words may name the address. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}
