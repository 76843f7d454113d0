import type { InjectFilterEntry, PageContextServer } from 'vike/types';
import { onRenderHtml as renderWithReact } from 'vike-react/__internal/integration/onRenderHtml';

/** The page as vike-react makes it; decides besides what is preloaded. */
export async function onRenderHtml(pageContext: PageContextServer) {
  return { documentHtml: await renderWithReact(pageContext as never), injectFilter: preloadFirstFonts };
}

const firstFonts = /journal-(display|text)-latin\.[^/]+$/;

/** Preloads the two fonts that every page begins with; the others come when a page has letters for them. */
function preloadFirstFonts(assets: InjectFilterEntry[]): void {
  for (const asset of assets) {
    if (asset.assetType === 'font' && !firstFonts.test(asset.src)) asset.inject = false;
  }
}
