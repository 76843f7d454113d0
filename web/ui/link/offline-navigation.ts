import { navigate } from 'vike/client/router';

// Without a network, navigation is left to the browser, whose requests the service worker answers. The router must not
// even begin it: it would remain in transition on a page that stays, because its user decides so, or that the browser
// restores later, and the next navigation would replace that page by the error page.

/** Goes to a page of this site. */
export function goTo(href: string, options?: Parameters<typeof navigate>[1]): void {
  if (navigator.onLine) void navigate(href, options);
  else location.assign(href);
}

const addressOf = ({ pathname, search }: Location | HTMLAnchorElement) => pathname + search;

/** From now on, while there is no network, keeps links from the router, except those to places on the same page. */
export function leaveToBrowserOffline(): void {
  // After the handlers of links that act in place, and before the router's own.
  document.body.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    const isFragment = link && link.hash !== '' && addressOf(link) === addressOf(location);
    if (link && !isFragment && !navigator.onLine) event.stopPropagation();
  });
}
