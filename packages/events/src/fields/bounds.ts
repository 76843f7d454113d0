// By themselves, so that a page that needs a bound or a section does not load the description of every field.

/** The three parts of the journal; the value is also the page's path. */
export const sections = ['clash', 'view', 'culture'] as const;
export type Section = (typeof sections)[number];

/** Upper bounds of text fields, in UTF-16 code units as HTML forms count them. */
export const textLimits = { title: 200, summary: 1_000, body: 60_000, name: 120 } as const;
export const ageBounds = { minimum: 12, maximum: 18 } as const;
export const readTimeBounds = { minimum: 1, maximum: 20 } as const;

/** The byline of a writer whose key is gone. */
export const formerContributor = 'Former contributor';
