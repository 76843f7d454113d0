// A separate module, so that a page that needs a bound or a section does not load the description of every field.

/** The three sections of the journal. Each value is also the path of the section's page. */
export const sections = ['clash', 'view', 'culture'] as const;
export const sectionNames = { clash: 'The Clash', view: 'The View', culture: 'The Culture' } as const;

/**
 * Maximum length of an email address, in characters. RFC 5321, 4.5.3.1.3: a path has at most 256 octets, including two
 * brackets.
 */
export const maxEmailLength = 254;
export const ageBounds = { minimum: 12, maximum: 18 } as const;
export const readTimeBounds = { minimum: 1, maximum: 20 } as const;

/** Byline of a writer whose key is deleted. */
export const formerContributor = 'Former contributor';
/** Byline of a piece from which editors removed the writer's name. */
export const nameWithheld = 'Name withheld';

/** Pattern of a lower-case UUID, the only spelling of the journal's ids. */
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuid = new RegExp(`^${uuidPattern}$`);

/** Whether a text is a lower-case UUID. */
export const isUuid = (text: string): boolean => uuid.test(text);

/** Formats 32 hex digits as a UUID. */
export const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;
