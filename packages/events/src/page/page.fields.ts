import { type ContentOf, type Fields, textLimits } from '../fields/field.ts';

/** Pages whose text administrators can change. Each id is also the page's path. */
export const pageIds = ['privacy', 'terms'] as const;
export type PageId = (typeof pageIds)[number];

/** Content of an editable page. It belongs to the journal and is public, so no subject's key seals it. */
export const pageFields = {
  text: { label: 'Text', value: { kind: 'text', maxLength: textLimits.body }, sealedFor: null, isBulk: true },
} as const satisfies Fields;

export type PageContent = ContentOf<typeof pageFields>;

export const pageTitles: Readonly<Record<PageId, string>> = { privacy: 'Privacy', terms: 'Terms' };

/** Returns the page id that equals a text; undefined if there is none. */
export const parsePageId = (text: string): PageId | undefined => pageIds.find((id) => id === text);
