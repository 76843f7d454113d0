import type { Section } from './article.schema.ts';

// Apart from the schemas, so that a browser that needs these needs no schema library.

export const sections = ['clash', 'view', 'culture'] as const satisfies readonly Section[];

/** The byline of a writer whose key is gone. */
export const formerContributor = 'Former contributor';
