// The library's types of workers and of pages can't stand in one project.
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

/** What is shown in the place of a page that can't be had. */
const offlinePage = '/offline';
const maxPages = 50;
/** How many go at once where there are more. */
const surplus = 10;
const maxAge = 30 * 24 * 60 * 60_000;

const assetAddress = /\/assets\/[\w./-]+\.(?:js|css|woff2)/g;
/** What a page can't be read without. Scripts are only taken from the browser's own cache. */
const isWanted = (asset: string) => !asset.endsWith('.js');

worker.addEventListener('install', (event) => {
  // In the state of this worker's build: the browser may have it of an earlier one.
  event.waitUntil(Promise.all([keepPage(offlinePage, 'no-cache'), worker.skipWaiting()]));
});
worker.addEventListener('activate', (event) => {
  // The page is asked for while the worker starts.
  event.waitUntil(worker.registration.navigationPreload?.enable());
});
worker.addEventListener('message', (event) => {
  // Where it can't be had, an earlier copy stays.
  event.waitUntil(keepPage(addressToKeep(String(event.data))).catch(() => {}));
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET') return;
  if (mode === 'navigate') event.respondWith(answerPage(event));
  else if (!navigator.onLine && new URL(url).pathname.startsWith('/assets/'))
    event.respondWith(answerAsset(event.request));
});

/** Returns the address under which a page is kept: its path, and which part of a list it is. */
function addressToKeep(url: string): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  const after = searchParams.get('after');
  return after === null ? pathname : `${pathname}?${new URLSearchParams({ after })}`;
}

const openCopies = () => caches.open('journal-pages');

/** Resolves with the server's answer, else with the copy of the page, else with the page that says that there is none. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (response.status === 404)
      event.waitUntil(openCopies().then((copies) => copies.delete(addressToKeep(url))));
    return response;
  } catch {
    return (await copyOf(url)) ?? (await copyOf(offlinePage)) ?? Response.error();
  }
}

async function answerAsset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function copyOf(address: string): Promise<Response | undefined> {
  const copies = await openCopies();
  const copy = await copies.match(addressToKeep(address), { ignoreVary: true });
  return copy && (address === offlinePage || !isOld(copy)) ? copy : undefined;
}

const isOld = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') > maxAge;

/**
 * Keeps a copy of a page and of the assets that it needs. Asks for it without credentials, so that no copy is of a session;
 * the browser's own cache has what a visitor has just read.
 */
async function keepPage(address: string, cache: RequestCache = 'force-cache'): Promise<void> {
  const response = await fetch(address, { credentials: 'omit', cache });
  if (!response.ok || response.redirected) return;
  const copies = await openCopies();
  const assets = assetsIn(await response.clone().text());
  await copies.delete(address);
  await copies.put(address, response);
  await Promise.all(assets.map((asset) => keepAsset(copies, asset)));
  await removeSurplus(copies);
}

const assetsIn = (page: string): string[] => [...new Set(page.match(assetAddress))];

async function keepAsset(copies: Cache, asset: string): Promise<void> {
  if (await copies.match(asset, { ignoreVary: true })) return;
  try {
    const response = await fetch(asset, { cache: isWanted(asset) ? 'force-cache' : 'only-if-cached' });
    if (response.ok) await copies.put(asset, response);
  } catch {
    // The page can be read without it.
  }
}

/** Where there are too many pages, removes the oldest, and the assets that none of the others names. */
async function removeSurplus(copies: Cache): Promise<void> {
  const addresses = (await copies.keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
  const pages = addresses.filter((address) => !address.startsWith('/assets/') && address !== offlinePage);
  if (pages.length <= maxPages) return;
  const old = pages.slice(0, pages.length - maxPages + surplus);
  await Promise.all(old.map((address) => copies.delete(address)));
  const kept = await Promise.all([offlinePage, ...pages.slice(old.length)].map((page) => copies.match(page)));
  const named = new Set(await Promise.all(kept.map(async (page) => assetsIn((await page?.text()) ?? ''))));
  const assets = new Set([...named].flat());
  const unnamed = addresses.filter((address) => address.startsWith('/assets/') && !assets.has(address));
  await Promise.all(unnamed.map((asset) => copies.delete(asset)));
}
