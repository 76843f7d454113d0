import { usePageContext } from 'vike-react/usePageContext';
import { LinkPage } from '../../features/newsletter/LinkPage.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <LinkPage
      path="/api/auth/email-confirmation"
      confirmation={{
        title: 'Is this your address?',
        text: `Confirm that you opened an account at ${site.name} with it.`,
        button: 'Confirm my address',
        sending: 'Confirming...',
      }}
      done={{ title: 'Thank you', text: 'Your email address is confirmed.' }}
      invalid={{
        title: 'This link has expired',
        text: 'It is no longer valid. You can get a new one from your profile.',
        link: { href: '/profile', name: 'Profile' },
      }}
    />
  );
}
