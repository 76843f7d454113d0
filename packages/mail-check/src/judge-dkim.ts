import { createPrivateKey, createPublicKey } from 'node:crypto';
import { dnsRecordInstructions, lookupFailed } from './dns-findings.ts';
import { domainOf } from './hosts.ts';
import type { Finding, MailFacts, MailSettings } from './mail-facts.ts';

const about = 'DKIM (the signature of each mail)';

/** Returns a finding on whether mail is signed in a way that recipients can verify. */
export function judgeDkim({ dkim, from }: MailSettings, facts: MailFacts): Finding {
  if (dkim === undefined)
    return {
      ...{ about, state: 'advice', says: 'The journal does not sign. Your mail server may do so.' },
      toDo: 'Ask the operator of your mail server whether it signs for your domain. If it does not, set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY: see "Mail" in docs/operating.md.',
    };
  const { domain, selector, key } = dkim;
  const sender = domainOf(from);
  if (sender !== domain && !sender.endsWith(`.${domain}`))
    return {
      ...{
        about,
        state: 'missing',
        says: `Mail from ${sender} is signed for ${domain}, which does not authenticate it.`,
      },
      toDo: `Set DKIM_DOMAIN to ${sender}, or MAIL_FROM to an address at ${domain}.`,
    };
  const name = `${selector}._domainkey.${domain}`;
  const own = publicPart(key);
  if (!own.isRsa)
    return {
      ...{
        about,
        state: 'missing',
        says: 'DKIM_KEY is not an RSA key, the only kind that the journal signs with.',
      },
      toDo: 'Create another key: see "Mail" in docs/operating.md.',
    };
  const line = `v=DKIM1; k=rsa; p=${own.text}`;
  if (facts.dkim === 'unknown') return lookupFailed(about, name);
  const published = facts.dkim.map(keyIn).filter((text) => text !== undefined);
  if (published.length === 0)
    return {
      about,
      state: 'missing',
      says: `The public key is not published: ${name} does not exist.`,
      toDo: dnsRecordInstructions(name, line),
    };
  if (!published.includes(own.text))
    return {
      ...{
        about,
        state: 'missing',
        says: `${name} does not match DKIM_KEY, so every signature is invalid.`,
      },
      toDo: dnsRecordInstructions(name, `${line} (replacing the existing value)`),
    };
  if (own.bits < 2_048)
    return {
      ...{ about, state: 'advice', says: `The key has ${own.bits} bits; 2,048 are usual today.` },
      toDo: 'Create another key: see "Mail" in docs/operating.md.',
    };
  return { about, state: 'well', says: `Mail is signed for ${domain}, and the public key is published.` };
}

function publicPart(key: string) {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(key);
  const text = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { text, isRsa: asymmetricKeyType === 'rsa', bits: asymmetricKeyDetails?.modulusLength ?? 0 };
}

/** Returns the public key in a record; undefined if there is none or it has been revoked. */
function keyIn(record: string): string | undefined {
  const [, text = ''] = /(?:^|;)\s*p=([A-Za-z0-9+/=\s]*)/.exec(record) ?? [];
  return text.replaceAll(/\s/g, '') || undefined;
}
