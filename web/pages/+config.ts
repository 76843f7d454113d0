import vikeReact from 'vike-react/config';
import vikeReactQuery from 'vike-react-query/config';
import type { Config } from 'vike/types';

export default {
  extends: [vikeReact, vikeReactQuery as Config],
  lang: 'en-GB',
  stream: { enable: true, type: 'node' },
  csp: { nonce: true },
  // Data changes by events, not by age: live refresh invalidates what a change touched.
  queryClientConfig: {
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    },
  },
} satisfies Config;
