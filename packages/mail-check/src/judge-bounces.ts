import { judgeSpf } from './judge-spf.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { providerOf } from './providers.ts';
import { askFor, domainOf, notKnown } from './words.ts';

const about = 'Mail that comes back';
const leaveOut = 'leave BOUNCE_ADDRESS and BOUNCE_PORT out: then it goes to MAIL_FROM';

/** Returns findings on whether undeliverable copies return to the journal; none if the journal does not accept them. */
export function judgeBounces(settings: MailSettings, { bounces }: MailFacts): Finding[] {
  const { bounceAddress, from, smtpUrl, publicUrl } = settings;
  if (bounceAddress === undefined || bounces === undefined) return [];
  const domain = domainOf(bounceAddress);
  const sender = domainOf(from);
  if (domain === sender)
    return [
      {
        ...{ about, state: 'missing', says: `All mail for ${domain} would have to go to the journal.` },
        toDo: `Set BOUNCE_ADDRESS to a name of its own, like bounces@bounces.${domain}, or ${leaveOut}.`,
      },
    ];
  const provider = smtpUrl === undefined ? undefined : providerOf(new URL(smtpUrl).hostname);
  if (provider)
    return [
      {
        ...{ about, state: 'advice', says: `${provider.name} may have it come back to itself, not here.` },
        toDo: `See there who could not be reached, and ${leaveOut}.`,
      },
    ];
  return [
    judgeTaker(domain, bounces.mailServers, new URL(publicUrl).hostname),
    ...judgeAlignment(domain, sender),
    judgeSpf(`SPF of ${domain}, where copies come from`, domain, smtpUrl, bounces.spf),
  ];
}

function judgeTaker(
  domain: string,
  mailServers: NonNullable<MailFacts['bounces']>['mailServers'],
  host: string,
): Finding {
  if (mailServers === 'unknown') return notKnown(about, `who takes mail for ${domain}`);
  const [first] = mailServers;
  if (first !== undefined)
    return {
      ...{ about, state: 'well' },
      says: `It goes to ${first}, which has to hand it to the journal (BOUNCE_PORT).`,
    };
  return {
    ...{ about, state: 'missing', says: `Nobody takes mail for ${domain}: what comes back is lost.` },
    toDo: `${askFor(domain, `10 ${host}.`, 'MX')} Or ${leaveOut}.`,
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
      ...{ about: 'DMARC and what comes back', state: 'advice' },
      says: `${domain} proves nothing of ${sender}: only a signature (DKIM) does.`,
      toDo: `Set BOUNCE_ADDRESS to a name below ${sender}.`,
    },
  ];
}
