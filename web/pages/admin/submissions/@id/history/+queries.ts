import { historyQueries } from '../../../../../components/history/history-page.ts';

export const queries = historyQueries('submissions');
