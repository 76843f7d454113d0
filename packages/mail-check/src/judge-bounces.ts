import { dnsRecordInstructions, lookupFailed } from './dns-findings.ts';
import { domainOf } from './hosts.ts';
import { judgeSpf } from './judge-spf.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { providerOf } from './providers.ts';

const about = 'Bounces';
const leaveOut = 'unset BOUNCE_ADDRESS and BOUNCE_PORT: bounces then go to MAIL_FROM';

/** Returns findings on whether undeliverable copies return to the journal; none if the journal does not accept them. */
export function judgeBounces(settings: MailSettings, { bounces }: MailFacts): Finding[] {
  const { bounceAddress, from, smtpUrl, publicUrl } = settings;
  if (bounceAddress === undefined || bounces === undefined) return [];
  const domain = domainOf(bounceAddress);
  const sender = domainOf(from);
  if (domain === sender)
    return [
      {
        ...{ about, state: 'missing', says: `The journal would have to receive all mail for ${domain}.` },
        toDo: `Set BOUNCE_ADDRESS to an address at a separate domain, like bounces@bounces.${domain}, or ${leaveOut}.`,
      },
    ];
  const provider = smtpUrl === undefined ? undefined : providerOf(new URL(smtpUrl).hostname);
  if (provider)
    return [
      {
        ...{
          about,
          state: 'advice',
          says: `${provider.name} may return bounces to itself, not to the journal.`,
        },
        toDo: `Look up undeliverable addresses there, and ${leaveOut}.`,
      },
    ];
  return [
    judgeTaker(domain, bounces.mailServers, new URL(publicUrl).hostname),
    ...judgeAlignment(domain, sender),
    judgeSpf(`SPF of ${domain} (envelope sender of copies)`, domain, smtpUrl, bounces.spf),
  ];
}

function judgeTaker(
  domain: string,
  mailServers: NonNullable<MailFacts['bounces']>['mailServers'],
  host: string,
): Finding {
  if (mailServers === 'unknown') return lookupFailed(about, `the mail servers of ${domain}`);
  const [first] = mailServers;
  if (first !== undefined)
    return {
      ...{ about, state: 'well' },
      says: `Bounces go to ${first}, which must forward them to the journal (BOUNCE_PORT).`,
    };
  return {
    ...{ about, state: 'missing', says: `${domain} has no mail server (MX), so bounces are lost.` },
    toDo: `${dnsRecordInstructions(domain, `10 ${host}.`, 'MX')} Or ${leaveOut}.`,
  };
}

/** DMARC accepts SPF as proof of the sender only if both domains are aligned (RFC 7489, 3.1.2). */
function judgeAlignment(domain: string, sender: string): Finding[] {
  const parentOf = (name: string) => name.slice(name.indexOf('.') + 1);
  const isTogether =
    domain.endsWith(`.${sender}`) ||
    sender.endsWith(`.${domain}`) ||
    (parentOf(domain) === parentOf(sender) && parentOf(domain).includes('.'));
  if (isTogether) return [];
  return [
    {
      ...{ about: 'DMARC and the bounce address', state: 'advice' },
      says: `SPF of ${domain} does not authenticate ${sender}: only a DKIM signature does.`,
      toDo: `Set BOUNCE_ADDRESS to an address at a subdomain of ${sender}.`,
    },
  ];
}
