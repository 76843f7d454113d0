import { QueryClient } from '@tanstack/react-query';
import type { PageContextClient } from 'vike/types';
import { browserQueries } from '../data/page-data.ts';
import { sentReads } from '../data/sent-reads.ts';
import { sessionAnswer, sessionPath } from '../data/session.ts';
import { beginPageTransition } from '../ui/motion/page-transition.ts';

export function onBeforeRenderClient(pageContext: PageContextClient): Promise<void> {
  const { session, isHydration } = pageContext;
  const client = new QueryClient(browserQueries);
  if (isHydration) for (const [path, answer] of sentReads(document)) client.setQueryData([path], answer);
  // The session for which the server rendered the page.
  if (session !== undefined) client.setQueryData([sessionPath], sessionAnswer(session));
  return beginPageTransition(pageContext);
}
