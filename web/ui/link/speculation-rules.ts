/**
 * Browsers prefetch the page behind a link that a pointer rests on, until this page is hydrated: from then on the router
 * does. Not files, nor what differs by its query only.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/*\\?(.+)'] } },
          { selector_matches: 'html:not([data-hydrated]) a:not([rel])' },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
