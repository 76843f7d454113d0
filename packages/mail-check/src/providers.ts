/** Common mail servers by the end of their host names, with the SPF mechanism they require and their daily limits. */
const providers = [
  { ends: ['gmail.com', 'google.com'], name: 'Google', spf: 'include:_spf.google.com', perDay: 2_000 },
  {
    ends: ['office365.com', 'outlook.com'],
    name: 'Microsoft 365',
    spf: 'include:spf.protection.outlook.com',
    perDay: 10_000,
  },
  { ends: ['amazonaws.com'], name: 'Amazon SES', spf: 'include:amazonses.com' },
  { ends: ['mailgun.org'], name: 'Mailgun', spf: 'include:mailgun.org' },
  { ends: ['sendgrid.net'], name: 'SendGrid', spf: 'include:sendgrid.net' },
  { ends: ['postmarkapp.com'], name: 'Postmark', spf: 'include:spf.mtasv.net' },
] as const;

export type Provider = {
  readonly name: string;
  readonly spf: string;
  /** Messages that the provider accepts per day. */
  readonly perDay?: number;
};

/** Returns the provider of a mail server, or undefined if it is not a known one. */
export const providerOf = (host: string): Provider | undefined =>
  providers.find(({ ends }) => ends.some((end) => host === end || host.endsWith(`.${end}`)));

/** Domains in whose name only their own servers may send. */
const freeMail = new Set([
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'outlook.com', 'hotmail.com', 'live.com', 'icloud.com'],
  ...['aol.com', 'gmx.de', 'gmx.net', 'web.de', 't-online.de', 'proton.me', 'protonmail.com', 'mail.ru'],
]);
export const isFreeMail = (domain: string): boolean => freeMail.has(domain);
