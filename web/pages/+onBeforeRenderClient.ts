import type { PageContextClient } from 'vike/types';
import { keepSession } from '../data/keep-session.ts';
import { beginPageTransition } from '../ui/motion/page-transition.ts';

export function onBeforeRenderClient(pageContext: PageContextClient): Promise<void> {
  keepSession(pageContext);
  return beginPageTransition(pageContext);
}
