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

/** Whether the page has everything that it is to show: then only a reader who turns to a control needs its scripts. */
function canWait({ config, pageHtmlString, session, failedReads }: PageContextServer): boolean {
  const isComplete = pageHtmlString !== undefined && failedReads?.length === 0;
  const { reading, form } = config.page ?? {};
  return (reading ?? form) === true && isComplete && session !== undefined;
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
