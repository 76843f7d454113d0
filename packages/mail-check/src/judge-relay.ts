import { isPrivateAddress } from './hosts.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { providerOf } from './providers.ts';

/** Minimum message size that a server must accept, in bytes: an issue with everything it includes. */
const largest = 300_000;
const secondsInDay = 24 * 3_600;

/** Returns findings on whether the mail server is usable, with questions for its operator. */
export function judgeRelay({ smtpUrl, rate }: MailSettings, { relay }: MailFacts): Finding[] {
  const about = 'Mail server';
  if (smtpUrl === undefined || relay === undefined)
    return [
      {
        ...{
          about,
          state: 'missing',
          says: 'None is configured: mail is kept in a folder and reaches nobody.',
        },
        toDo: 'Set SMTP_URL to the mail server of your school or provider, like smtps://user:password@mail.example. Its operator can tell you the address.',
      },
    ];
  const { protocol, username, hostname } = new URL(smtpUrl);
  if ('fault' in relay.offers)
    return [
      {
        ...{ about, state: 'missing', says: `${hostname} does not respond (${relay.offers.fault}).` },
        toDo: 'Compare SMTP_URL with the settings of your provider: host name, port, and smtps:// or smtp://. School networks and hosting providers often block these ports: ask the administrator of yours.',
      },
    ];
  const offers = new Map(relay.offers.map((line) => [line.split(/[ =]/, 1)[0]?.toUpperCase(), line]));
  return [
    { about, state: 'well', says: `${hostname} responds.` },
    judgeEncryption(protocol === 'smtps:' || offers.has('STARTTLS'), isInPrivateNetwork(relay)),
    ...(username === '' || offers.has('AUTH') || offers.has('STARTTLS') ? [] : [noSignIn(hostname)]),
    ...judgeSize(offers.get('SIZE')),
    ...judgeNames(hostname, relay),
    judgeLimit(hostname, rate),
  ];
}

/** Whether all the server's addresses are on this machine or network. */
const isInPrivateNetwork = ({ addresses }: NonNullable<MailFacts['relay']>) =>
  addresses.every(({ address }) => isPrivateAddress(address));

function judgeEncryption(isEncrypted: boolean, isPrivate: boolean): Finding {
  const about = 'Encryption';
  if (isEncrypted) return { about, state: 'well', says: 'Mail is sent to it encrypted.' };
  return {
    ...{
      about,
      state: isPrivate ? 'advice' : 'missing',
      says: 'It accepts only unencrypted mail: addresses can be read in transit.',
    },
    toDo: 'Ask its operator for a port with TLS, and use smtps://.',
  };
}

const noSignIn = (hostname: string): Finding => ({
  ...{
    about: 'Authentication',
    state: 'missing',
    says: `${hostname} offers no authentication, but SMTP_URL has a user.`,
  },
  toDo: 'Compare the port in SMTP_URL with the settings of your provider; 465 and 587 are usual.',
});

function judgeSize(offer: string | undefined): Finding[] {
  const bytes = Number(/^SIZE[ =](\d+)$/i.exec(offer ?? '')?.[1] ?? 0);
  if (bytes === 0 || bytes >= largest) return [];
  const says = `It accepts no mail above ${Math.floor(bytes / 1_000)} KB, and an issue can be larger.`;
  return [{ about: 'Size', state: 'missing', says, toDo: 'Ask its operator to accept 300 KB.' }];
}

function judgeNames(hostname: string, relay: NonNullable<MailFacts['relay']>): Finding[] {
  const about = 'Name of the mail server (PTR)';
  // Providers have names for their sending machines, and addresses of a private network have no public names.
  if (providerOf(hostname) || isInPrivateNetwork(relay)) return [];
  const nameless = relay.addresses.filter(({ names }) => names !== 'unknown' && names.length === 0);
  if (nameless.length === 0)
    return [{ about, state: 'well', says: 'Its address has a reverse DNS name that resolves to it.' }];
  const addresses = nameless.map(({ address }) => address).join(', ');
  return [
    {
      ...{
        about,
        state: 'advice',
        says: `${addresses} has no reverse DNS name that resolves to it. If mail is sent from there, Gmail and others refuse it.`,
      },
      toDo: `Ask the provider of that machine to set its reverse DNS (PTR) to ${hostname}.`,
    },
  ];
}

function judgeLimit(hostname: string, rate: number): Finding {
  const about = 'Sending limit';
  const provider = providerOf(hostname);
  const inHour = (rate * 3_600).toLocaleString('en');
  if (provider?.perDay !== undefined && rate * secondsInDay > provider.perDay) {
    const says = `${provider.name} accepts about ${provider.perDay.toLocaleString('en')} mails a day from one account; the journal sends up to ${inHour} an hour (MAIL_RATE).`;
    const toDo = 'With more readers than that you need a mail server for newsletters.';
    return { about, state: 'advice', says, toDo };
  }
  return {
    ...{
      about,
      state: 'advice',
      says: `The journal sends up to ${inHour} mails an hour (MAIL_RATE is ${rate} a second). Mail servers do not announce their limits.`,
    },
    toDo: 'Ask its operator how many mails it accepts per hour and per day, and set MAIL_RATE below that.',
  };
}
