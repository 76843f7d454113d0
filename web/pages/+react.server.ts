import type { PageContextServer } from 'vike/types';

/**
 * React's streaming options. Finished parts are written in place, whatever their size: by default React moves
 * boundaries of more than 12 KB into hidden templates, which only a script puts back. Whole pages wait for everything.
 */
export default ({ pageData, cspNonce }: PageContextServer) => ({
  renderToStreamOptions: {
    disable: pageData.whole,
    streamOptions: {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      ...(cspNonce ? { nonce: cspNonce } : {}),
    },
  },
});
