import { usePageContext } from 'vike-react/usePageContext';
import { askAgain, LinkPage } from '../../../features/newsletter/LinkPage.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <LinkPage
      path="/api/newsletter/confirmation"
      ask={{
        title: 'One more step',
        text: `Issues of ${site.name} come to you by mail, as our message says, once you say so.`,
        button: 'Confirm my subscription',
        sending: 'Confirming...',
      }}
      done={{
        title: 'You’re subscribed',
        text: 'Welcome! New issues come to you by mail, and each has a link by which you can leave.',
      }}
      over={{
        title: 'This link is over',
        text: 'It is not valid any more: it is older than 7 days, or the subscription has ended. You can ask for a new one.',
        link: askAgain,
      }}
    />
  );
}
