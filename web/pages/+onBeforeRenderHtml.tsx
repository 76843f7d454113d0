import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageContextServer } from 'vike/types';
import { VikeReactProviderPageContext } from 'vike-react/usePageContext';
import { queryClientConfig } from '../data/page-data.ts';

/** React's mark for a part that it could not finish. */
const unfinished = '<!--$!-->';

/**
 * Renders a page to a string if its reads have finished: streaming costs 1.5 times as much, and vike-react-query sends
 * each read separately. If reads are late, `page` is kept and streamed with both.
 */
export function onBeforeRenderHtml(pageContext: PageContextServer): void {
  const { Page, pageData, config } = pageContext;
  if (!Page || pageData.complete === false) return;
  const html = renderToString(
    <VikeReactProviderPageContext pageContext={pageContext}>
      <QueryClientProvider client={new QueryClient(queryClientConfig(pageContext))}>
        {(config.Layout ?? []).reduce((inner, Layout) => createElement(Layout, null, inner), <Page />)}
      </QueryClientProvider>
    </VikeReactProviderPageContext>,
  );
  if (html.includes(unfinished)) return;
  pageContext.pageHtmlString = html;
  delete pageContext.page;
}
