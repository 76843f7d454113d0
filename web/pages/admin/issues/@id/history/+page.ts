import { historyPage } from '../../../../../features/history/history-page.ts';

export const page = historyPage('issues');
