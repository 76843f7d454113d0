// TypeScript's worker and DOM libraries can't be used in the same project.
type LastingEvent = { waitUntil(work: Promise<unknown> | undefined): void };
type FetchEvent = LastingEvent & {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};
type WorkerEvents = {
  install: LastingEvent;
  activate: LastingEvent;
  message: LastingEvent & { readonly data: unknown };
  fetch: FetchEvent;
};
const worker = globalThis as unknown as {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    on: (event: WorkerEvents[Type]) => void,
  ): void;
};

/** Shown instead of a page that can't be loaded. */
const offlinePage = '/offline';
const maxPages = 50;
/** Number of additional pages removed when the limit is exceeded. */
const surplus = 10;
const maxAge = 30 * 24 * 60 * 60_000;

const assetAddress = /\/assets\/[\w./-]+\.(?:js|css|woff2)/g;
/** Assets without which a page can't be read. Scripts are only taken from the HTTP cache. */
const isWanted = (asset: string) => !asset.endsWith('.js');

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepPage(offlinePage), worker.skipWaiting()]));
});
worker.addEventListener('activate', (event) => {
  // The page is requested while the worker starts.
  event.waitUntil(worker.registration.navigationPreload?.enable());
});
worker.addEventListener('message', (event) => {
  const { removed } = event.data as { readonly removed?: string };
  if (removed !== undefined) event.waitUntil(removeCopy(addressToKeep(removed)));
  // If it can't be loaded, the earlier copy stays.
  else event.waitUntil(keepPage(addressToKeep(String(event.data))).catch(() => {}));
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  if (mode === 'navigate') event.respondWith(answerPage(event));
  else if (new URL(url).pathname.startsWith('/assets/')) event.respondWith(answerAsset(event.request));
});

/** Returns the address under which a page is stored: its path, and its position in a list. */
function addressToKeep(url: string): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  const after = searchParams.get('after');
  if (after === null) return pathname;
  // Home's list of one section has other older pages.
  const section = pathname === '/' ? searchParams.get('section') : null;
  return `${pathname}?${new URLSearchParams({ ...(section === null ? {} : { section }), after })}`;
}

const openCopies = () => caches.open('journal-pages');

/** Resolves with the server's response, else with the copy of the page, else with the offline page. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (isGone(response)) event.waitUntil(removeCopy(addressToKeep(url)));
    return response;
  } catch {
    return (await copyOf(url)) ?? (await copyOf(offlinePage)) ?? Response.error();
  }
}

/** Resolves with the response from the HTTP cache or the server, else with the copy. */
async function answerAsset(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

async function copyOf(address: string): Promise<Response | undefined> {
  const copies = await openCopies();
  const copy = await copies.match(addressToKeep(address), { ignoreVary: true });
  return copy && (address === offlinePage || !isOld(copy)) ? copy : undefined;
}

const isGone = ({ status }: Response) => status === 404 || status === 410;

const removeCopy = async (address: string) => (await openCopies()).delete(address);

const isOld = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') > maxAge;

/**
 * Stores a copy of a page and of the assets it needs, or removes that of a page that no longer exists. The request
 * omits credentials, so that no copy belongs to a session; if the HTTP cache is up to date, the server only confirms
 * that.
 */
async function keepPage(address: string): Promise<void> {
  const response = await fetch(address, { credentials: 'omit', cache: 'no-cache' });
  if (isGone(response)) await removeCopy(address);
  if (!response.ok || response.redirected) return;
  const copies = await openCopies();
  const assets = assetsIn(await response.clone().text());
  await copies.delete(address);
  await copies.put(address, response);
  const added = await Promise.all(assets.map((asset) => keepAsset(copies, asset)));
  await removeSurplus(copies, added.includes(true));
}

const assetsIn = (page: string): string[] => [...new Set(page.match(assetAddress))];

/** Resolves with whether the asset was missing and has been added. */
async function keepAsset(copies: Cache, asset: string): Promise<boolean> {
  if (await copies.match(asset, { ignoreVary: true })) return false;
  try {
    const cache = isWanted(asset) ? 'force-cache' : 'only-if-cached';
    const response = await fetch(asset, { cache, mode: 'same-origin' });
    if (response.ok) await copies.put(asset, response);
    return response.ok;
  } catch {
    // The page can be read without it.
    return false;
  }
}

/**
 * Removes outdated pages, and the oldest ones if there are too many. If any were removed, or assets were added, also
 * removes the assets that no page references.
 */
async function removeSurplus(copies: Cache, hasNewAssets: boolean): Promise<void> {
  const addresses = (await copies.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
  const isAsset = (address: string) => address.startsWith('/assets/');
  const pages = addresses.filter((address) => !isAsset(address) && address !== offlinePage);
  const excess = pages.length > maxPages ? pages.length - maxPages + surplus : 0;
  const kept = [await copies.match(offlinePage, { ignoreVary: true })];
  for (const [index, page] of pages.entries()) {
    const copy = await copies.match(page, { ignoreVary: true });
    if (copy && index >= excess && !isOld(copy)) kept.push(copy);
    else await copies.delete(page);
  }
  if (kept.length > pages.length && !hasNewAssets) return;
  const texts = await Promise.all(kept.map((copy) => copy?.text()));
  const named = new Set(texts.flatMap((text) => assetsIn(text ?? '')));
  const unnamed = addresses.filter((address) => isAsset(address) && !named.has(address));
  await Promise.all(unnamed.map((asset) => copies.delete(asset)));
}
