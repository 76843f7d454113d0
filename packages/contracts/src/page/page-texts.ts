import type { PageId } from '@journal/events/fields';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

/** What each page says until editors change it. By itself, so that readers' browsers do not load it. */
export const pageTexts: Readonly<Record<PageId, string>> = { privacy: privacyText, terms: termsText };
