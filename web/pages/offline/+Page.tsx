import { Notice } from '../../ui/layout/PageHero.tsx';

/** Shown by the service worker instead of a page that can't be loaded. */
export default function Page() {
  return (
    <Notice
      title="No connection"
      text="The journal can’t be reached right now. What you have read in the last days still opens; for the rest, try again in a while."
      link={{ href: '', name: 'Try again' }}
    />
  );
}
