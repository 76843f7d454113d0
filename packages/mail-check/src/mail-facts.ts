/** How a journal is set up to send. */
export type MailSettings = {
  /** Where readers reach it. */
  readonly publicUrl: string;
  /** The address in whose name it sends. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  /** Where copies come back to; undefined: to `from`. */
  readonly bounceAddress?: string | undefined;
  /** smtp(s)://[user:password@]host[:port]; undefined: mail is kept in a folder. */
  readonly smtpUrl?: string | undefined;
  /** Copies of an issue that are sent in a second. */
  readonly rate: number;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly key: string } | undefined;
};

/** What the DNS and the mail server say. `unknown`: it could not be asked. */
export type MailFacts = {
  /** Of the sender's domain. */
  readonly spf: readonly string[] | 'unknown';
  readonly mailServers: readonly string[] | 'unknown';
  readonly dmarc: readonly string[] | 'unknown';
  /** What is published where the signature says that its key is. */
  readonly dkim: readonly string[] | 'unknown';
  readonly relay: RelayFacts | undefined;
  /** Of the domain of `bounceAddress`. `mailServers`: those that have an address. */
  readonly bounces:
    | { readonly mailServers: readonly string[] | 'unknown'; readonly spf: readonly string[] | 'unknown' }
    | undefined;
};

export type RelayFacts = {
  /** Each with the names that it has, which lead back to it. */
  readonly addresses: readonly { readonly address: string; readonly names: readonly string[] | 'unknown' }[];
  /** The words of its greeting by which it tells what it can; undefined: it does not answer, for this reason. */
  readonly offers: readonly string[] | { readonly fault: string };
};

/** `missing`: mail will be refused or lost. `advice`: it may be. `unknown`: it could not be looked up. */
export type Finding = {
  readonly about: string;
  readonly state: 'well' | 'missing' | 'advice' | 'unknown';
  readonly says: string;
  /** What to do, for somebody who has not done it before. */
  readonly toDo?: string;
};
