/** A journal's settings for sending mail. */
export type MailSettings = {
  /** URL at which readers reach the journal. */
  readonly publicUrl: string;
  /** Sender address. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  /** Address to which undeliverable copies return; default: `from`. */
  readonly bounceAddress?: string | undefined;
  /** smtp(s)://[user:password@]host[:port]; if undefined, mail is kept in a folder. */
  readonly smtpUrl?: string | undefined;
  /** Maximum copies of an issue sent per second. */
  readonly rate: number;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly key: string } | undefined;
};

/** Facts from the DNS and the mail server. `unknown`: the lookup failed. */
export type MailFacts = {
  /** SPF records of the sender's domain. */
  readonly spf: readonly string[] | 'unknown';
  readonly mailServers: readonly string[] | 'unknown';
  readonly dmarc: readonly string[] | 'unknown';
  /** Records published at the name of the DKIM selector. */
  readonly dkim: readonly string[] | 'unknown';
  readonly relay: RelayFacts | undefined;
  /** Facts about the domain of `bounceAddress`. `mailServers`: only those that resolve to an address. */
  readonly bounces:
    | { readonly mailServers: readonly string[] | 'unknown'; readonly spf: readonly string[] | 'unknown' }
    | undefined;
};

export type RelayFacts = {
  /** The server's addresses, each with the names that resolve back to it. */
  readonly addresses: readonly { readonly address: string; readonly names: readonly string[] | 'unknown' }[];
  /** Extensions that the server lists in its EHLO response, or the reason why there was no response. */
  readonly offers: readonly string[] | { readonly fault: string };
};

/** `missing`: mail will be refused or lost. `advice`: it may be. `unknown`: the lookup failed. */
export type Finding = {
  readonly about: string;
  readonly state: 'well' | 'missing' | 'advice' | 'unknown';
  readonly says: string;
  /** Instructions for someone who has not done it before. */
  readonly toDo?: string;
};
