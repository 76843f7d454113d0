import { dnsRecordInstructions, lookupFailed } from './dns-findings.ts';
import { domainOf, isLocalHost } from './hosts.ts';
import { judgeBounces } from './judge-bounces.ts';
import { judgeDkim } from './judge-dkim.ts';
import { judgeRelay } from './judge-relay.ts';
import { judgeSpf } from './judge-spf.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { isFreeMail } from './providers.ts';

const aboutSpf = 'SPF (which servers may send for the domain)';

/** Returns findings on what works and what is missing before a journal can send, in the order to address them. Pure. */
export function judgeMail(settings: MailSettings, facts: MailFacts): readonly Finding[] {
  const domain = domainOf(settings.from);
  return [
    judgeAddress(settings),
    ...judgeSender(settings, facts),
    // A local name has no public DNS to check.
    ...(isLocalHost(domain)
      ? []
      : [
          judgeSpf(aboutSpf, domain, settings.smtpUrl, facts.spf),
          judgeDkim(settings, facts),
          judgeDmarc(settings, facts),
        ]),
    ...judgeRelay(settings, facts),
    ...judgeBounces(settings, facts),
  ];
}

/** Returns a finding on whether links in mails lead to the journal. */
export function judgeAddress({ publicUrl }: MailSettings): Finding {
  const about = 'Address of the journal';
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isLocalHost(hostname))
    return {
      ...{
        about,
        state: 'missing',
        says: `${origin} cannot be reached from outside, and neither can the links in mail.`,
      },
      toDo: 'Set PUBLIC_URL to the address at which readers reach the journal.',
    };
  if (protocol !== 'https:')
    return {
      ...{ about, state: 'missing', says: 'One-click unsubscribe works only over https.' },
      toDo: 'Serve the journal over https, and set PUBLIC_URL to that address.',
    };
  return { about, state: 'well', says: `Links lead to ${origin}.` };
}

function judgeSender({ from, replyTo }: MailSettings, { mailServers }: MailFacts): Finding[] {
  const domain = domainOf(from);
  const about = 'Sender';
  if (isLocalHost(domain))
    return [
      {
        ...{ about, state: 'missing', says: `${from} is not a public address.` },
        toDo: 'Set MAIL_FROM to an address at your own domain, like forum@your-school.example.',
      },
    ];
  if (isFreeMail(domain))
    return [
      {
        ...{ about, state: 'missing', says: `Only ${domain} itself may send mail from ${from}.` },
        toDo: 'Set MAIL_FROM to an address at your own domain, like forum@your-school.example.',
      },
    ];
  const answers: Finding =
    replyTo !== undefined || !/^no-?reply@/i.test(from)
      ? { about: 'Replies', state: 'well', says: `Replies go to ${replyTo ?? from}.` }
      : {
          ...{ about: 'Replies', state: 'advice', says: `Replies to ${from} reach nobody.` },
          toDo: 'Set MAIL_REPLY_TO to a mailbox that somebody reads.',
        };
  if (mailServers === 'unknown') return [lookupFailed(about, `the mail servers of ${domain}`), answers];
  if (mailServers.length === 0)
    return [
      {
        ...{
          about,
          state: 'advice',
          says: `${domain} has no mail server (MX), so replies and bounces are lost.`,
        },
        toDo: 'Ask the administrator of your domain for a mailbox, or set MAIL_FROM to an address that has one.',
      },
      answers,
    ];
  return [{ about, state: 'well', says: `Mail comes from ${from}.` }, answers];
}

function judgeDmarc({ from }: MailSettings, { dmarc }: MailFacts): Finding {
  const about = 'DMARC (how recipients treat forged mail)';
  const domain = domainOf(from);
  if (dmarc === 'unknown') return lookupFailed(about, `DMARC of ${domain}`);
  const [record, ...others] = dmarc;
  if (record === undefined)
    return {
      ...{
        about,
        state: 'missing',
        says: 'There is no record: Gmail and Yahoo require one from bulk senders.',
      },
      toDo: dnsRecordInstructions(`_dmarc.${domain}`, 'v=DMARC1; p=none'),
    };
  if (others.length > 0)
    return {
      ...{ about, state: 'missing', says: 'There is more than one record, which counts as none.' },
      toDo: 'Ask the administrator of your domain to keep only one of them.',
    };
  return { about, state: 'well', says: `The record is: ${record}` };
}
