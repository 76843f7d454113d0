import type { PageContext } from 'vike/types';

/**
 * How React writes a page. What is ready is written in its place, however large: React's own default moves boundaries
 * of more than 12 KB into hidden templates that only a script puts back. Whole pages wait for everything.
 */
export default (pageContext: PageContext) =>
  pageContext.isClientSide
    ? {}
    : {
        renderToStreamOptions: {
          disable: pageContext.pageData.whole,
          streamOptions: {
            progressiveChunkSize: Number.MAX_SAFE_INTEGER,
            ...(pageContext.cspNonce ? { nonce: pageContext.cspNonce } : {}),
          },
        },
      };
