import { maxEmailLength } from '@journal/events/fields';

/** Maximum length of a local part, in octets. RFC 5321, 4.5.3.1.1. */
const maxLocalLength = 64;

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const ascii = /^[\x21-\x7e]*$/;

/**
 * Returns the canonical form in which addresses are compared and stored: trimmed, with ASCII letters in lower case. An
 * address with other characters is only trimmed and stays invalid, because a look-alike letter must never become an
 * ASCII one.
 */
export function normaliseEmail(text: string): string {
  const trimmed = text.trim();
  return ascii.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/**
 * Whether a normalised text is a deliverable address: RFC 5321's dot-string at a domain name that contains a dot.
 * Implements the `email-address` format of the journal's schemas. Runs in linear time.
 */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  return local.length <= maxLocalLength && localPart.test(local) && domain.test(text.slice(at + 1));
}

/** Returns the message for a client that sent too many requests, with the time to wait. */
export const tooManyRequests = (seconds: number): string =>
  `Too many requests. Please wait ${waitOf(seconds)} and try again.`;

/** Returns the message for an account with too many wrong password attempts, with the time to wait. */
export const tooManyGuesses = (seconds: number): string =>
  `Too many wrong passwords. Please wait ${waitOf(seconds)}, or sign in with a temporary password that we mail you.`;

/** Returns the time in seconds up to 90, in minutes up to 90, otherwise in hours. */
function waitOf(seconds: number): string {
  if (seconds > 90 * 60) return `${Math.ceil(seconds / 3_600)} hours`;
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}

const unprintable = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const onlyInvisible = /^[\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]+$/u;

/**
 * Whether a text can be stored and displayed everywhere: well-formed Unicode without bidirectional overrides or control
 * characters other than tab and line breaks, with at least one visible character unless it is empty. Implements the
 * `printable` format of the journal's schemas.
 */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !unprintable.test(text) && !onlyInvisible.test(text);
}

const shownBefore = 20;

/**
 * Describes the first character for which a text is not printable, and the text before it: most such characters can't
 * be seen, and came with what somebody pasted. Undefined if no single character is the reason.
 */
export function unprintableIn(text: string): string | undefined {
  const { 0: found = '', index = 0 } = unprintable.exec(text) ?? {};
  if (found === '') return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(Math.max(0, index - shownBefore), index).toWellFormed();
  const words = before.replace(/\s+/g, ' ').trimStart();
  return `an invisible character (U+${code}) ${words === '' ? 'at its beginning' : `after “${words}”`}`;
}

/**
 * Returns a body with every string trimmed, including those in nested objects, so that validation sees the values to be
 * stored: blank text is empty. Returns anything but a plain object unchanged.
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

/**
 * Returns a text's paragraphs, split at blank lines. Single line breaks stay within their paragraph. No paragraph is
 * empty.
 */
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

/** Escapes a text for use in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
