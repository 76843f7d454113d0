import { historyQueries } from '../../../../../features/history/history-page.ts';

export const queries = historyQueries('submissions');
