import { Notice } from '../../ui/layout/PageHero.tsx';

/** Shown by the service worker in the place of a page that can't be had. */
export default function Page() {
  return (
    <Notice
      title="You are offline"
      text="This page is not on your device. What you have read here in the last days opens without a network; for the rest, try again once you are back online."
      link={{ href: '', name: 'Try again' }}
    />
  );
}
