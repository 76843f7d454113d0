import type { PageContextServer } from 'vike/types';

/**
 * How React writes a page. What is ready is written in its place, however large: React's own default moves boundaries
 * of more than 12 KB into hidden templates that only a script puts back. Whole pages wait for everything.
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
