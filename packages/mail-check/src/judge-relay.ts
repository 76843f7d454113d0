import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { providerOf } from './providers.ts';
import { isNear } from './words.ts';

/** Minimum message size that a server must accept, in bytes: an issue with everything it includes. */
const largest = 300_000;
const secondsInDay = 24 * 3_600;

/** Returns findings on whether the mail server is usable, with questions for its operator. */
export function judgeRelay({ smtpUrl, rate }: MailSettings, { relay }: MailFacts): Finding[] {
  const about = 'Mail server';
  if (smtpUrl === undefined || relay === undefined)
    return [
      {
        ...{ about, state: 'missing', says: 'None is named: mails are kept in a folder and reach nobody.' },
        toDo: 'Set SMTP_URL to that of your school or provider, like smtps://user:password@mail.example. Who runs it knows it.',
      },
    ];
  const { protocol, username, hostname } = new URL(smtpUrl);
  if ('fault' in relay.offers)
    return [
      {
        ...{ about, state: 'missing', says: `${hostname} does not answer (${relay.offers.fault}).` },
        toDo: 'Compare SMTP_URL with what your provider says: its name, its port, and smtps:// or smtp://. Networks of schools and hosts often close these ports: ask who runs yours.',
      },
    ];
  const offers = new Map(relay.offers.map((line) => [line.split(/[ =]/, 1)[0]?.toUpperCase(), line]));
  return [
    { about, state: 'well', says: `${hostname} answers.` },
    judgeEncryption(protocol === 'smtps:' || offers.has('STARTTLS'), isOwn(relay)),
    ...(username === '' || offers.has('AUTH') || offers.has('STARTTLS') ? [] : [noSignIn(hostname)]),
    ...judgeSize(offers.get('SIZE')),
    ...judgeNames(hostname, relay),
    judgeLimit(hostname, rate),
  ];
}

/** Whether all the server's addresses are on this machine or network. */
const isOwn = ({ addresses }: NonNullable<MailFacts['relay']>) =>
  addresses.every(({ address }) => isNear(address));

function judgeEncryption(isEncrypted: boolean, isNear: boolean): Finding {
  const about = 'Encryption';
  if (isEncrypted) return { about, state: 'well', says: 'Mail goes to it encrypted.' };
  return {
    ...{
      about,
      state: isNear ? 'advice' : 'missing',
      says: 'It takes mail unencrypted only: addresses can be read on the way.',
    },
    toDo: 'Ask who runs it for a port with TLS, and use smtps://.',
  };
}

const noSignIn = (hostname: string): Finding => ({
  ...{
    about: 'Signing in',
    state: 'missing',
    says: `${hostname} does not let anybody sign in, and SMTP_URL has a user.`,
  },
  toDo: 'Compare the port in SMTP_URL with what your provider says; 465 and 587 are usual.',
});

function judgeSize(offer: string | undefined): Finding[] {
  const bytes = Number(/^SIZE[ =](\d+)$/i.exec(offer ?? '')?.[1] ?? 0);
  if (bytes === 0 || bytes >= largest) return [];
  const says = `It takes no mail above ${Math.floor(bytes / 1_000)} KB, and an issue may be larger.`;
  return [{ about: 'Size', state: 'missing', says, toDo: 'Ask who runs it to take 300 KB.' }];
}

function judgeNames(hostname: string, relay: NonNullable<MailFacts['relay']>): Finding[] {
  const about = 'Name of the mail server (PTR)';
  // Providers have names for their sending machines, and addresses of a private network have no public names.
  if (providerOf(hostname) || isOwn(relay)) return [];
  const nameless = relay.addresses.filter(({ names }) => names !== 'unknown' && names.length === 0);
  if (nameless.length === 0)
    return [{ about, state: 'well', says: 'Its address has a name that leads back to it.' }];
  const addresses = nameless.map(({ address }) => address).join(', ');
  return [
    {
      ...{
        about,
        state: 'advice',
        says: `${addresses} has no name that leads back to it. If mail goes out from there, Gmail and others refuse it.`,
      },
      toDo: `Ask who rents you that machine to set its reverse DNS (PTR) to ${hostname}.`,
    },
  ];
}

function judgeLimit(hostname: string, rate: number): Finding {
  const about = 'How much it takes';
  const provider = providerOf(hostname);
  const inHour = (rate * 3_600).toLocaleString('en');
  if (provider?.perDay !== undefined && rate * secondsInDay > provider.perDay) {
    const says = `${provider.name} takes about ${provider.perDay.toLocaleString('en')} mails a day from one account; the journal sends up to ${inHour} an hour (MAIL_RATE).`;
    const toDo = 'With more readers than that you need a mail server for newsletters.';
    return { about, state: 'advice', says, toDo };
  }
  return {
    ...{
      about,
      state: 'advice',
      says: `The journal sends up to ${inHour} mails an hour (MAIL_RATE is ${rate} a second). No server tells its limits.`,
    },
    toDo: 'Ask who runs it how many mails it takes in an hour and a day, and set MAIL_RATE to less.',
  };
}
