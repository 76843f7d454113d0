import { usePageContext } from 'vike-react/usePageContext';
import { Notice } from '../../../components/layout/Notice.tsx';
import { subscribeNoticeOf } from '../../../components/newsletter/link-outcome.ts';

/** Where the subscribe box leads without scripts; the box itself is at its foot. */
export default function Page() {
  const { urlParsed } = usePageContext();
  return <Notice {...subscribeNoticeOf(urlParsed.search)} link={{ href: '/', name: 'Back to Home' }} />;
}
