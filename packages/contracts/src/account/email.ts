import { maxEmailLength } from '@journal/events/fields';

/** RFC 5321, 4.5.3.1.1. */
const maxLocalLength = 64;

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const ascii = /^[\x21-\x7e]*$/;

/**
 * The spelling by which addresses are compared and kept: trimmed, ASCII letters in lower case. What has other
 * characters is left as it is, and is no address: a letter that only looks like another must never become it.
 */
export function normaliseEmail(text: string): string {
  const trimmed = text.trim();
  return ascii.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/**
 * Whether a text, normalised, is an address that mail can be sent to: RFC 5321's dot-string at a domain name with a
 * dot in it. The `email-address` format of our schemas. Takes a time that grows with the length alone.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  return local.length <= maxLocalLength && localPart.test(local) && domain.test(text.slice(at + 1));
}
