import { usePageContext } from 'vike-react/usePageContext';
import { LinkPage } from '../../../features/newsletter/LinkPage.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <LinkPage
      path="/api/newsletter/unsubscription"
      ask={{
        title: 'Leaving?',
        text: `We then send you no more issues of ${site.name}, and erase your address.`,
        button: 'Unsubscribe',
        sending: 'Unsubscribing...',
      }}
      done={{
        title: 'You’re unsubscribed',
        text: 'Your address is erased. The journal is still here, whenever you want to read it.',
      }}
      over={{
        title: 'This link is over',
        text: 'Its subscription has ended already. If mail still comes, please take the link in the newest one.',
      }}
    />
  );
}
