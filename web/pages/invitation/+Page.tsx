import { usePageContext } from 'vike-react/usePageContext';
import { AcceptInvitation } from '../../features/people/AcceptInvitation.tsx';

export default function Page() {
  const { urlParsed } = usePageContext();
  return <AcceptInvitation token={urlParsed.search['token']} />;
}
