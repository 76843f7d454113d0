import { QueryClient } from '@tanstack/react-query';
import type { PageContextClient } from 'vike/types';
import { browserQueries } from './page-data.ts';
import { sessionAnswer, sessionPath } from './session.ts';

/** What the server has found out for a page about who is signed in is what the browser knows from then on. */
export function keepSession({ session }: PageContextClient): void {
  if (session === undefined) return;
  new QueryClient(browserQueries).setQueryData([sessionPath], sessionAnswer(session));
}
