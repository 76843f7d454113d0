import { Notice } from '../../ui/layout/PageHero.tsx';

/** Shown by the service worker instead of a page that can't be loaded. */
export default function Page() {
  return (
    <Notice
      title="No connection"
      text="The journal can’t be reached right now. What you have read recently still opens; for everything else, try again later."
      link={{ href: '', name: 'Try again' }}
    />
  );
}
