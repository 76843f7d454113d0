// By themselves, so that a page that needs a bound or a section does not load the description of every field.

/** The three parts of the journal; the value is also the page's path. */
export const sections = ['clash', 'view', 'culture'] as const;
export const sectionNames = { clash: 'The Clash', view: 'The View', culture: 'The Culture' } as const;

/** In characters. RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them brackets. */
export const maxEmailLength = 254;
export const ageBounds = { minimum: 12, maximum: 18 } as const;
export const readTimeBounds = { minimum: 1, maximum: 20 } as const;

/** Milliseconds from the first passkey for which the password alone removes all of them: a stranger may have added it. */
export const passkeyTrial = 7 * 24 * 3_600_000;

/** The byline of a writer whose key is gone. */
export const formerContributor = 'Former contributor';
/** The byline of a writer whose name editors have taken off a piece. */
export const nameWithheld = 'Name withheld';

/** Pattern of a UUID in lower case, the one spelling that ids of ours have. */
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuid = new RegExp(`^${uuidPattern}$`);

/** Whether a text is a UUID in lower case. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Returns 32 hex digits as the text of a UUID. */
export const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** How many recovery codes are issued at once. */
export const recoveryCodeCount = 10;
