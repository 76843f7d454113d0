import { HistoryPage } from '../../../../../features/history/HistoryPage.tsx';

export default function Page() {
  return <HistoryPage kind="issues" />;
}
