import { QueryClient } from '@tanstack/react-query';
import type { PageContextClient } from 'vike/types';
import { browserQueries } from '../data/page-data.ts';
import { sessionAnswer, sessionPath } from '../data/session.ts';
import { beginPageTransition } from '../ui/motion/page-transition.ts';

export function onBeforeRenderClient(pageContext: PageContextClient): Promise<void> {
  const { session } = pageContext;
  // The session that the server rendered the page for.
  if (session !== undefined)
    new QueryClient(browserQueries).setQueryData([sessionPath], sessionAnswer(session));
  return beginPageTransition(pageContext);
}
