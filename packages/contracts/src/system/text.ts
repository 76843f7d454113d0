import { maxEmailLength } from '@journal/events/fields';

/** RFC 5321, 4.5.3.1.1. */
const maxLocalLength = 64;

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const ascii = /^[\x21-\x7e]*$/;

/**
 * Returns the spelling by which addresses are compared and stored: trimmed, ASCII letters in lower case. An address with
 * other characters is only trimmed, and so invalid: a letter that merely looks like another must never become it.
 */
export function normaliseEmail(text: string): string {
  const trimmed = text.trim();
  return ascii.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/**
 * Whether a normalised text is an address that mail can be sent to: RFC 5321's dot-string at a domain name with a dot in
 * it. The `email-address` format of our schemas. Takes time in proportion to the length.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  return local.length <= maxLocalLength && localPart.test(local) && domain.test(text.slice(at + 1));
}

/** Returns what somebody is told who has sent too much: how many seconds to wait, in words. */
export const tooManyRequests = (seconds: number): string =>
  `Too many requests. Please wait ${waitOf(seconds)} and try again.`;

/** Returns what somebody is told at whose account too many wrong passwords were tried: how many seconds to wait, in words. */
export const tooManyGuesses = (seconds: number): string =>
  `Too many wrong passwords. Please wait ${waitOf(seconds)}, or sign in with a temporary password that we mail you.`;

/** In seconds up to 90, in minutes up to 90, else in hours. */
function waitOf(seconds: number): string {
  if (seconds > 90 * 60) return `${Math.ceil(seconds / 3_600)} hours`;
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

const unprintable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const onlyInvisible = /^[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]+$/u;

/**
 * Whether a text can be stored and shown everywhere: well-formed Unicode without control characters (tab and line breaks
 * are fine) and bidirectional overrides, with something visible in it unless it is empty. The `printable` format of our
 * schemas.
 */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !unprintable.test(text) && !onlyInvisible.test(text);
}

/**
 * Returns a body with every string trimmed, also of objects in it, so that validation sees what will be stored: a text of
 * blanks is empty. Returns anything that is not a plain object as it is.
 */
export function trimText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.trim() : trimText(value),
    ]),
  );
}

/** Returns the text split at blank lines; single line breaks stay inside their paragraph. No paragraph is empty. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n(?:[^\S\n]*\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the text as it may stand in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
