import Type from 'typebox';
import { optional, url } from './variable.ts';

const address = '^[^\\s<>@",;]+@[^\\s<>@",;]+$';

/** Variables that determine which email is sent, and how. */
export const mailVariables = {
  SMTP_URL: Type.Optional(
    url('smtp|smtps', 'Mail server (smtp(s)://…); unset: messages are kept in DATA_DIR/outbox'),
  ),
  MAIL_FROM: optional({
    pattern: '^([^<>\\r\\n"]*<[^\\s<>@",;]+@[^\\s<>@",;]+>|[^\\s<>@",;]+@[^\\s<>@",;]+)$',
    description:
      'Sender of e-mail, an address or "Name <address>"; unset: no-reply at the host of PUBLIC_URL',
    fault: 'must be an e-mail address, or a name and then an address in <>',
  }),
  MAIL_REPLY_TO: optional({
    pattern: address,
    description: 'Where answers to e-mail go; unset: to the sender',
    fault: 'must be an e-mail address',
  }),
  /** Above 250 per second, the sender uses so much of two cores that readers have to wait (`docs/figures.md`). */
  MAIL_RATE: Type.Integer({
    minimum: 1,
    maximum: 250,
    default: 2,
    description: 'Copies of an issue that are sent in a second, at most: what the mail server allows',
    fault: 'must be a whole number from 1 to 250',
  }),
  BOUNCE_ADDRESS: optional({
    pattern: '^[a-z0-9._-]{1,15}@[a-z0-9-]+(\\.[a-z0-9-]+)+$',
    description:
      'Where copies of an issue come back to, each under an address of its own (bounces+…@); unset: to MAIL_FROM',
    fault: 'must be an e-mail address in small letters, with at most 15 before the @',
  }),
  BOUNCE_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        'Port on which a worker takes the mail for BOUNCE_ADDRESS, on all addresses of the machine',
      fault: 'must be a port, 1 to 65535',
    }),
  ),
  DKIM_DOMAIN: optional({
    pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)+$',
    description:
      'Domain in whose name e-mail is signed, that of MAIL_FROM; unset: it is not, or by the mail server',
    fault: 'must be the name of a domain, in small letters',
  }),
  DKIM_SELECTOR: optional({
    pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$',
    description: 'Where the public key is: the name before ._domainkey in the DNS',
    fault: 'must be a name of the DNS, in small letters',
  }),
  DKIM_KEY: optional({
    format: 'private-key',
    description: 'Private key that signs, in PEM; its lines may be parted by \\n',
    fault: 'must be a private key in PEM',
  }),
  SAFEGUARDING_EMAIL: optional({
    pattern: address,
    description:
      'Who is mailed when somebody reports a concern; unset: administrators and who is there for safeguarding',
    fault: 'must be an e-mail address',
  }),
} as const;

/** Schema option for the bounce variables: setting one without the other is a fault. */
export const bouncesTogether = {
  dependencies: { BOUNCE_ADDRESS: ['BOUNCE_PORT'], BOUNCE_PORT: ['BOUNCE_ADDRESS'] },
};

/** Schema option for the DKIM variables: setting one without the others is a fault. */
export const dkimTogether = {
  dependencies: {
    DKIM_DOMAIN: ['DKIM_SELECTOR', 'DKIM_KEY'],
    DKIM_SELECTOR: ['DKIM_DOMAIN'],
    DKIM_KEY: ['DKIM_DOMAIN'],
  },
};
