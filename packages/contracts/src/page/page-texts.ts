import type { PageId } from '@journal/events/fields';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

/**
 * Default text of each page, until an administrator changes it. A separate module, so that readers' browsers do not
 * load it.
 */
export const pageTexts: Readonly<Record<PageId, string>> = { privacy: privacyText, terms: termsText };
