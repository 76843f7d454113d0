import { usePageContext } from 'vike-react/usePageContext';
import { ReportForm } from '../../features/report/ReportForm.tsx';

export default function Page() {
  const { urlParsed } = usePageContext();
  return <ReportForm query={urlParsed.search} />;
}
