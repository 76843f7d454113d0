import type { InjectFilterEntry, PageContextServer } from 'vike/types';
import { onRenderHtml as renderWithReact } from 'vike-react/__internal/integration/onRenderHtml';

/** The page as vike-react makes it; decides besides whether hydration is deferred. */
export async function onRenderHtml(pageContext: PageContextServer) {
  const documentHtml = await renderWithReact(pageContext as never);
  const injectFilter = (assets: InjectFilterEntry[]) => {
    if (canWait(pageContext)) pageContext.deferredScripts = takeScripts(assets);
  };
  return { documentHtml, injectFilter };
}

/**
 * Whether only somebody who turns to a control needs the page's scripts: where nothing has failed so far. What is late may
 * fail yet; then the browser hydrates the page when its stream has ended.
 */
function canWait({ config: { page }, session, failedReads }: PageContextServer): boolean {
  return (page?.reading ?? page?.form) === true && failedReads?.length === 0 && session !== undefined;
}

/** Keeps the page's scripts from being preloaded, and returns their addresses. */
function takeScripts(assets: InjectFilterEntry[]): string[] {
  return assets.flatMap((asset, index) => {
    if (asset.assetType !== 'script') return [];
    // The renderer warns of each script that is not preloaded, unless it is of no known kind.
    assets[index] = { ...asset, assetType: null, inject: false };
    return [asset.src];
  });
}
