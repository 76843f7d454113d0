import { reload } from 'vike/client/router';
import type { PageContextClient } from 'vike/types';
import { startLiveRefresh } from '../live/live-refresh.ts';
import { endPageTransition } from '../motion/page-transition.ts';

let live = false;

/** After every page: ends the move to it. After the first: begins the live refresh, which lasts for the visit. */
export function onAfterRenderClient(pageContext: PageContextClient): void {
  endPageTransition(pageContext);
  if (live) return;
  live = true;
  startLiveRefresh(() => void reload());
}
