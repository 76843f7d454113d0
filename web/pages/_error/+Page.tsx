import { usePageContext } from 'vike-react/usePageContext';
import { Notice } from '../../ui/layout/PageHero.tsx';

const home = { href: '/', name: 'Back to Home' };

export default function Page() {
  const { abortReason, is404, urlOriginal } = usePageContext();
  switch (abortReason) {
    case 'article-not-found':
      return (
        <Notice
          title="Article Not Found"
          text="The article you're looking for doesn't exist or has been removed."
          link={home}
        />
      );
    case 'submission-not-found':
      return (
        <Notice
          title="Submission Not Found"
          text="This submission doesn't exist or has been removed."
          link={home}
        />
      );
    case 'unavailable':
      return (
        <Notice
          title="Back in a moment"
          text="The journal is busy or restarting. Nothing is lost. Please try again in a few seconds."
          link={{ href: urlOriginal, name: 'Try again' }}
        />
      );
    default:
      if (is404 === false)
        return (
          <Notice
            title="Something went wrong"
            text="That is our fault, not yours. Please try again in a moment."
            link={{ href: urlOriginal, name: 'Try again' }}
          />
        );
      return <Notice title="404 Page Not Found" text="There is nothing at this address." link={home} />;
  }
}
