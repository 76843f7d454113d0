import { usePageContext } from 'vike-react/usePageContext';
import { GuardianPage, InvalidConsentLink } from '../../features/consent/GuardianPage.tsx';

export default function Page() {
  const { token } = usePageContext().urlParsed.search;
  return token ? <GuardianPage token={token} /> : <InvalidConsentLink />;
}
