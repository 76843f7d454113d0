import { isIP } from 'node:net';
import { domainOf } from './hosts.ts';
import { judgeMail } from './judge-mail.ts';
import type { Finding, MailFacts, MailSettings, RelayFacts } from './mail-facts.ts';
import { probeRelay } from './probe-relay.ts';

/** The DNS lookups used, with the signatures of `node:dns/promises`. */
export type Lookups = {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
  lookup(name: string, options: { all: true }): Promise<{ address: string }[]>;
  reverse(address: string): Promise<string[]>;
};

/** Resolves with what works and what is missing before a journal can send mail; failed lookups are reported as such. */
export async function checkMail(
  settings: MailSettings,
  dns: Lookups,
  probe: typeof probeRelay = probeRelay,
): Promise<readonly Finding[]> {
  const domain = domainOf(settings.from);
  const { dkim, smtpUrl, bounceAddress } = settings;
  const textsOf = async (name: string, start: string) =>
    found(async () => {
      const records = (await dns.resolveTxt(name)).map((parts) => parts.join(''));
      return records.filter((record) => record.toLowerCase().startsWith(start));
    });
  const bouncesAt = async (name: string) => {
    const [taking, allowed] = await Promise.all([reachableServers(name, dns), textsOf(name, 'v=spf1')]);
    return { mailServers: taking, spf: allowed };
  };
  const [spf, dmarc, published, mailServers, relay, bounces] = await Promise.all([
    textsOf(domain, 'v=spf1'),
    dmarcOf(domain, (name) => textsOf(name, 'v=dmarc1')),
    dkim ? textsOf(`${dkim.selector}._domainkey.${dkim.domain}`, '') : [],
    serversOf(domain, dns),
    smtpUrl === undefined ? undefined : relayAt(smtpUrl, dns, probe),
    bounceAddress === undefined ? undefined : bouncesAt(domainOf(bounceAddress)),
  ]);
  return judgeMail(settings, { spf, dmarc, dkim: published, mailServers, relay, bounces });
}

/** Resolves with the servers that accept mail for a domain. */
const serversOf = (domain: string, dns: Lookups) =>
  found(async () => (await dns.resolveMx(domain)).map(({ exchange }) => exchange).filter(Boolean));

async function reachableServers(domain: string, dns: Lookups): Promise<readonly string[] | 'unknown'> {
  const servers = await serversOf(domain, dns);
  if (servers === 'unknown') return servers;
  const reached = servers.map(async (server) => {
    const addresses = await found(async () =>
      (await dns.lookup(server, { all: true })).map(({ address }) => address),
    );
    return addresses.length > 0;
  });
  const isReached = await Promise.all(reached);
  return servers.filter((_server, index) => isReached[index]);
}

/** Uses the record of a parent domain if the domain itself has none. */
async function dmarcOf(
  domain: string,
  read: (name: string) => Promise<readonly string[] | 'unknown'>,
): Promise<MailFacts['dmarc']> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const records = await read(`_dmarc.${name}`);
    if (records === 'unknown' || records.length > 0) return records;
  }
  return [];
}

async function relayAt(smtpUrl: string, dns: Lookups, probe: typeof probeRelay): Promise<RelayFacts> {
  const host = new URL(smtpUrl).hostname.replace(/^\[|\]$/g, '');
  const addressesOf = async (name: string) =>
    isIP(name) ? [name] : (await dns.lookup(name, { all: true })).map(({ address }) => address);
  const addresses = await found(() => addressesOf(host));
  const named = (addresses === 'unknown' ? [] : addresses).map(async (address) => {
    const names = await found(async () => {
      const leading: string[] = [];
      for (const name of await dns.reverse(address)) {
        const back = await found(() => addressesOf(name));
        if (back === 'unknown' || back.includes(address)) leading.push(name);
      }
      return leading;
    });
    return { address, names };
  });
  const [offers, ...all] = await Promise.all([probe(smtpUrl), ...named]);
  return { offers, addresses: all };
}

/** Resolves with an empty list if the DNS reports that there is no record, or with `unknown` if the lookup failed. */
async function found(look: () => Promise<string[]>): Promise<readonly string[] | 'unknown'> {
  try {
    return await look();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : 'unknown';
  }
}
