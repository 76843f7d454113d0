import type { SharedCache } from './page-purge.ts';

/**
 * Returns the cache of a Fastly service, or of a Varnish that accepts the same requests. `url` is the service's address
 * for purging by key, https://api.fastly.com/service/ID/purge.
 */
export function createFastlyCache(url: string, token: string): SharedCache {
  return {
    async purge(keys, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': keys.join(' '), accept: 'application/json' },
        // The token must not be sent anywhere else.
        redirect: 'error',
        signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The shared cache responded with ${response.status}`);
    },
  };
}
