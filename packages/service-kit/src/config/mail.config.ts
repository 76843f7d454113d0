import Type from 'typebox';
import { optional, url } from './variable.ts';

const address = '^[^\\s<>@",;]+@[^\\s<>@",;]+$';

/** Variables that determine which email is sent, and how. A service that sends mail accepts all of them. */
export const mailVariables = {
  SMTP_URL: Type.Optional(
    url('smtp|smtps', 'Mail server (smtp(s)://…); unset: messages are written to DATA_DIR/outbox'),
  ),
  MAIL_FROM: optional({
    pattern: '^([^<>\\r\\n"]*<[^\\s<>@",;]+@[^\\s<>@",;]+>|[^\\s<>@",;]+@[^\\s<>@",;]+)$',
    description:
      'Sender of e-mail, an address or "Name <address>"; unset: no-reply at the host of PUBLIC_URL',
    fault: 'must be an e-mail address, or a name followed by an address in <>',
  }),
  MAIL_REPLY_TO: optional({
    pattern: address,
    description: 'Address for replies to e-mail; unset: the sender',
    fault: 'must be an e-mail address',
  }),
  /** Above 250 per second, the sender uses so much of two cores that readers have to wait (`docs/figures.md`). */
  MAIL_RATE: Type.Integer({
    minimum: 1,
    maximum: 250,
    default: 2,
    description: 'Maximum number of copies of an issue sent per second; at most what the mail server allows',
    fault: 'must be a whole number from 1 to 250',
  }),
  BOUNCE_ADDRESS: optional({
    pattern: '^[a-z0-9._-]{1,15}@[a-z0-9-]+(\\.[a-z0-9-]+)+$',
    description:
      'Address to which copies of an issue bounce, each with its own suffix (bounces+…@); unset: MAIL_FROM',
    fault: 'must be an e-mail address in lower case, with at most 15 characters before the @',
  }),
  BOUNCE_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: 'Port on which a worker receives mail for BOUNCE_ADDRESS, on all addresses of the machine',
      fault: 'must be a port, 1 to 65535',
    }),
  ),
  DKIM_DOMAIN: optional({
    pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$',
    description: 'Domain that signs e-mail, the one of MAIL_FROM; unset: only the mail server may sign',
    fault: 'must be a domain name in lower case',
  }),
  DKIM_SELECTOR: optional({
    pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$',
    description: 'Selector of the public key: the name before ._domainkey in the DNS',
    fault: 'must be a DNS name in lower case',
  }),
  DKIM_KEY: optional({
    format: 'private-key',
    description: 'Private key for signatures, in PEM; lines may be separated by \\n',
    fault: 'must be a private key in PEM',
  }),
  SAFEGUARDING_EMAIL: optional({
    pattern: address,
    description:
      'Address notified when somebody reports a concern; unset: administrators and the safeguarding role',
    fault: 'must be an e-mail address',
  }),
} as const;

/** Schema option for these variables: setting only one of the bounce variables, or some of DKIM, is a fault. */
export const mailTogether = {
  dependencies: {
    BOUNCE_ADDRESS: ['BOUNCE_PORT'],
    BOUNCE_PORT: ['BOUNCE_ADDRESS'],
    DKIM_DOMAIN: ['DKIM_SELECTOR', 'DKIM_KEY'],
    DKIM_SELECTOR: ['DKIM_DOMAIN'],
    DKIM_KEY: ['DKIM_DOMAIN'],
  },
};
