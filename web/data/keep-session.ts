import { QueryClient } from '@tanstack/react-query';
import type { PageContextClient } from 'vike/types';
import { browserQueries } from './page-data.ts';
import { sessionAnswer, sessionPath } from './session.ts';

/** Puts the session that the server rendered a page for into the browser's cache. */
export function keepSession({ session }: PageContextClient): void {
  if (session === undefined) return;
  new QueryClient(browserQueries).setQueryData([sessionPath], sessionAnswer(session));
}
