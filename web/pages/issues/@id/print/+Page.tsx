import { usePageContext } from 'vike-react/usePageContext';
import { wholeIssueOf } from '../../../../data/reader.api.ts';
import { useApi } from '../../../../data/use-api.ts';
import { PrintedIssue } from '../../../../features/issue/PrintedIssue.tsx';

export default function Page() {
  return <PrintedIssue issue={useApi(wholeIssueOf(usePageContext()))} />;
}
