import { historyMeta } from '../../../../../components/history/history-page.ts';

export const pageMeta = historyMeta('articles');
