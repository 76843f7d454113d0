/**
 * Browsers prefetch the page behind a hovered link until this page is hydrated, when the router takes over. Excludes
 * files and URLs with a query string.
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
