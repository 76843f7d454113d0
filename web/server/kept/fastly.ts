import type { SharedCache } from './page-purge.ts';

/**
 * Returns the cache of a Fastly service, or of a Varnish that takes the same requests. `url` is the service's address for
 * purging by keys, https://api.fastly.com/service/ID/purge.
 */
export function createFastlyCache(url: string, token: string): SharedCache {
  return {
    async purge(keys, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': keys.join(' '), accept: 'application/json' },
        // The token is for this address alone.
        redirect: 'error',
        signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The shared cache answered with ${response.status}`);
    },
  };
}
