import { historyMeta } from '../../../../../features/history/history-page.ts';

export const pageMeta = historyMeta('articles');
