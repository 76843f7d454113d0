import type { PageContextServer } from 'vike/types';
import { onRenderHtml as renderWithReact } from 'vike-react/__internal/integration/onRenderHtml';
import { preloadFirstFonts } from '../head/font-preload.ts';

/** The page as vike-react makes it; decides besides what is preloaded. */
export async function onRenderHtml(pageContext: PageContextServer) {
  return { documentHtml: await renderWithReact(pageContext as never), injectFilter: preloadFirstFonts };
}
