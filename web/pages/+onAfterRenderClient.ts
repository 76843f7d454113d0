import { navigate, reload } from 'vike/client/router';
import type { PageContextClient } from 'vike/types';
import { keepPage, removeCopy } from '../client/keep-page.ts';
import { titleOf } from '../data/page-definition.ts';
import { startLiveRefresh } from '../live/live-refresh.ts';
import { followOtherTabs } from '../live/other-tabs.ts';
import { leaveToBrowserOffline } from '../ui/link/offline-navigation.ts';
import {
  endPageTransition,
  isPageChanging,
  keepScrollPosition,
  onPageTransitionEnd,
} from '../ui/motion/page-transition.ts';

let shown: PageContextClient | undefined;

/** Ends the transition to each page. After the first page, starts everything that lasts for the whole visit. */
export function onAfterRenderClient(pageContext: PageContextClient): void {
  endPageTransition(pageContext);
  if (pageContext.config.page?.reading) keepPage();
  else if (!pageContext.isHydration && isGone(pageContext)) removeCopy();
  const live = shown !== undefined;
  shown = pageContext;
  if (live) return;
  keepScrollPosition();
  leaveToBrowserOffline();
  // Restored from the back/forward cache, the page would still show that the next one is loading.
  addEventListener('pageshow', ({ persisted }) => persisted && onPageTransitionEnd());
  followOtherTabs();
  startLiveRefresh({ onRead, onGone });
  document.documentElement.dataset.hydrated = '';
  dispatchEvent(new Event('journal:hydrated'));
}

const isGone = ({ abortStatusCode }: PageContextClient) => abortStatusCode === 404 || abortStatusCode === 410;

/** A reader who has followed a link is already leaving the removed page. */
function onGone(): void {
  if (!isPageChanging()) void reload();
}

function onRead(): void {
  if (!shown) return;
  const title = titleOf(shown);
  if (document.title !== title) document.title = title;
  const redirectTarget = shown.config.page?.redirectTo?.(shown);
  if (redirectTarget !== undefined && !isPageChanging())
    void navigate(redirectTarget, { overwriteLastHistoryEntry: true });
}
