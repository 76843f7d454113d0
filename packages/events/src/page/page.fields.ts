import { type ContentOf, type Fields, textLimits } from '../fields/field.ts';

/** The pages whose text editors can change; the id is also the page's path. */
export const pageIds = ['privacy', 'terms'] as const;
export type PageId = (typeof pageIds)[number];

/** Everything that such a page says. It is the journal's own and public, so nobody's key seals it. */
export const pageFields = {
  text: { label: 'Text', value: { kind: 'text', maxLength: textLimits.body }, sealedFor: null, isBulk: true },
} as const satisfies Fields;

export type PageContent = ContentOf<typeof pageFields>;

export const pageTitles: Readonly<Record<PageId, string>> = { privacy: 'Privacy', terms: 'Terms' };

/** Returns the page that an id names; undefined where there is none. */
export const parsePageId = (text: string): PageId | undefined => pageIds.find((id) => id === text);
