import { usePageContext } from 'vike-react/usePageContext';
import { subscribeNoticeOf } from '../../../features/newsletter/LinkPage.tsx';
import { Notice } from '../../../ui/layout/PageHero.tsx';

/** The page to which the subscribe box leads without scripts; the box itself is at its foot. */
export default function Page() {
  const { urlParsed } = usePageContext();
  return <Notice {...subscribeNoticeOf(urlParsed.search)} />;
}
