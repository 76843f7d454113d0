import { HistoryPage } from '../../../../../components/history/HistoryPage.tsx';

export default function Page() {
  return <HistoryPage kind="submissions" />;
}
