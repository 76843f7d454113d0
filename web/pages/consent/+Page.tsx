import { usePageContext } from 'vike-react/usePageContext';
import { ConsentOver, GuardianPage } from '../../features/consent/GuardianPage.tsx';

export default function Page() {
  const { token } = usePageContext().urlParsed.search;
  return token ? <GuardianPage token={token} /> : <ConsentOver />;
}
