import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';
import vikeReactQuery from 'vike-react-query/config';

export default {
  // Its own type is not written for exactOptionalPropertyTypes.
  extends: [vikeReact, vikeReactQuery as unknown as Config],
  lang: 'en-GB',
  favicon: '/favicon.svg',
  stream: { enable: true, type: 'node' },
  passToClient: ['site', 'failedReads', 'session'],
  meta: {
    page: { env: { server: true, client: true } },
  },
} satisfies Config;
