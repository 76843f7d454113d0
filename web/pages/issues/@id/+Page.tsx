import { usePageContext } from 'vike-react/usePageContext';
import { issueOf } from '../../../data/reader.api.ts';
import { useApi } from '../../../data/use-api.ts';
import { IssueReader } from '../../../features/issue/IssueReader.tsx';

export default function Page() {
  return <IssueReader issue={useApi(issueOf(usePageContext()))} />;
}
