import type { InjectFilterEntry, PageContextServer } from 'vike/types';
import { onRenderHtml as renderWithReact } from 'vike-react/__internal/integration/onRenderHtml';

/** Renders the page with vike-react, and decides whether hydration is deferred. */
export async function onRenderHtml(pageContext: PageContextServer) {
  const documentHtml = await renderWithReact(pageContext as never);
  const injectFilter = (assets: InjectFilterEntry[]) => {
    if (canDeferHydration(pageContext)) pageContext.deferredScripts = removeScripts(assets);
  };
  return { documentHtml, injectFilter };
}

/**
 * Whether the page needs its scripts only when a reader approaches a control, which requires that nothing has failed so
 * far. Late parts may still fail; the browser then hydrates the page when its stream has ended.
 */
function canDeferHydration({ config: { page }, session, failedReads }: PageContextServer): boolean {
  return (page?.reading ?? page?.form) === true && failedReads?.length === 0 && session !== undefined;
}

/** Keeps the page's scripts from being preloaded, and returns their URLs. */
function removeScripts(assets: InjectFilterEntry[]): string[] {
  return assets.flatMap((asset, index) => {
    if (asset.assetType !== 'script') return [];
    // The renderer warns about each script that is not preloaded unless its type is unknown.
    assets[index] = { ...asset, assetType: null, inject: false };
    return [asset.src];
  });
}
