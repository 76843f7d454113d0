import { usePageContext } from 'vike-react/usePageContext';
import { errorNoticeOf } from '../../features/site/error-notices.ts';
import { Notice } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  const pageContext = usePageContext();
  const { canRetry, ...notice } = errorNoticeOf(pageContext);
  const retry = { link: { href: pageContext.urlOriginal, name: 'Try again' } };
  return <Notice {...notice} {...(canRetry ? retry : {})} />;
}
