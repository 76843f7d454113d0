/**
 * Returns the addresses of the scripts that hydrate the page; undefined where it is to be hydrated at once, or the data
 * for it is not there. `+onRenderHtml.ts` decides it.
 */
export function deferredScripts(page: Document): readonly string[] | undefined {
  const data = page.getElementById('vike_pageContext')?.textContent;
  return data ? (JSON.parse(data) as { deferredScripts?: string[] }).deferredScripts : undefined;
}
