import { usePageContext } from 'vike-react/usePageContext';
import { LinkPage, newLinkPage } from '../../../features/newsletter/LinkPage.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <LinkPage
      path="/api/newsletter/confirmation"
      confirmation={{
        title: 'One more step',
        text: `Issues of ${site.name} will come to you by email, as our message describes, once you confirm.`,
        button: 'Confirm my subscription',
        sending: 'Confirming...',
      }}
      done={{
        title: 'You’re subscribed',
        text: 'Welcome! New issues will arrive by email, and each has a link to unsubscribe.',
      }}
      invalid={{
        title: 'This link has expired',
        text: 'It is no longer valid: it is more than 7 days old, or the subscription has ended. You can ask for a new one.',
        link: newLinkPage,
      }}
    />
  );
}
