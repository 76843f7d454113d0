import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';
import vikeReactQuery from 'vike-react-query/config';
import { description, title } from '../data/page-definition.ts' with { type: 'vike:pointer' };
import { headHtmlBegin, headHtmlEnd } from '../head/head-tags.ts' with { type: 'vike:pointer' };
import { onPageTransitionEnd, onPageTransitionStart } from '../ui/motion/page-transition.ts' with {
  type: 'vike:pointer',
};

export default {
  // Its own type is not compatible with exactOptionalPropertyTypes.
  extends: [vikeReact, vikeReactQuery as unknown as Config],
  lang: 'en-GB',
  favicon: '/favicon.svg',
  stream: { enable: true, type: 'node' },
  passToClient: ['site', 'failedReads', 'session', 'newestIssue', 'deferredScripts'],
  title,
  description,
  headHtmlBegin,
  headHtmlEnd,
  onPageTransitionStart,
  onPageTransitionEnd,
  // Left without a network, a page may stay: if its reader decides so, or goes back to it.
  hooksTimeout: { onPageTransitionStart: false },
  meta: {
    page: { env: { server: true, client: true } },
  },
} satisfies Config;
