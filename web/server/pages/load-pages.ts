import { existsSync } from 'node:fs';
import { renderPage } from 'vike/server';

export type RenderPage = typeof renderPage;

const entry = new URL('../../dist/server/entry.mjs', import.meta.url);

/** Loads the built pages. Rejects where they have not been built. */
export async function loadBuiltPages(): Promise<RenderPage> {
  if (!existsSync(entry)) throw new Error('The pages are not built; run `vite build` in web/');
  await import(entry.href);
  return renderPage;
}
