import { isIP } from 'node:net';
import { dnsRecordInstructions, lookupFailed } from './dns-findings.ts';
import { isLocalHost, isPrivateAddress } from './hosts.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';
import { providerOf } from './providers.ts';

/** Returns a finding on whether a domain allows the mail server to send in its name. */
export function judgeSpf(
  about: string,
  domain: string,
  smtpUrl: MailSettings['smtpUrl'],
  spf: MailFacts['spf'],
): Finding {
  const host = smtpUrl === undefined ? undefined : new URL(smtpUrl).hostname;
  const provider = host === undefined ? undefined : providerOf(host);
  if (spf === 'unknown') return lookupFailed(about, `SPF of ${domain}`);
  const [record, ...others] = spf;
  if (record === undefined)
    return {
      ...{
        about,
        state: 'missing',
        says: 'There is no record: Gmail, Yahoo and Outlook refuse such mail or mark it as spam.',
      },
      toDo: dnsRecordInstructions(
        domain,
        lineFor(provider?.spf ?? (host === undefined ? 'mx' : senderOf(host))),
      ),
    };
  if (others.length > 0)
    return {
      ...{ about, state: 'missing', says: 'There is more than one record, which counts as none.' },
      toDo: `Ask the administrator of your domain to merge these into one record: ${spf.join(' and ')}`,
    };
  if (/[ +?]all$/.test(record) && !/[-~]all$/.test(record))
    return {
      ...{ about, state: 'advice', says: 'It lets any server send for the domain, so it proves nothing.' },
      toDo: 'Ask the administrator of your domain to end the record with ~all.',
    };
  // A record may also consist of that of another domain (RFC 7208, 6.1).
  const isCovered =
    provider &&
    [provider.spf, provider.spf.replace('include:', 'redirect=')].some((part) => record.includes(part));
  if (provider && !isCovered)
    return {
      ...{
        about,
        state: 'missing',
        says: `It does not include ${provider.name}, whose mail server you use.`,
      },
      toDo: dnsRecordInstructions(domain, record.replace(/^v=spf1/, `v=spf1 ${provider.spf}`)),
    };
  const says = provider
    ? `It includes ${provider.name}.`
    : `The record is ${record}. Only the operator of ${host ?? 'your mail server'} can confirm that it covers that server.`;
  return { about, state: 'well', says };
}

const unnamed = 'ip4:ADDRESS';

/** Returns the SPF mechanism for a mail server, with a placeholder if only this network knows its address. */
function senderOf(host: string): string {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return isLocalHost(host) ? unnamed : `a:${host}`;
  return isPrivateAddress(address) ? unnamed : `ip${version}:${address}`;
}

const lineFor = (sender: string) =>
  sender === unnamed
    ? `v=spf1 ${unnamed} ~all, with ADDRESS replaced by the address from which your mail server sends`
    : `v=spf1 ${sender} ~all`;
