import { usePageContext } from 'vike-react/usePageContext';
import { LinkPage } from '../../../features/newsletter/LinkPage.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <LinkPage
      path="/api/newsletter/unsubscription"
      confirmation={{
        title: 'Leaving?',
        text: `We will stop sending you issues of ${site.name} and erase your address.`,
        button: 'Unsubscribe',
        sending: 'Unsubscribing...',
      }}
      done={{
        title: 'You’re unsubscribed',
        text: 'Your address is erased. The journal is still here, whenever you want to read it.',
      }}
      invalid={{
        title: 'This link has expired',
        text: 'The subscription has already ended. If you still get mail, please use the link in the newest message.',
      }}
    />
  );
}
