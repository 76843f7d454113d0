import { showPageProgress } from '../motion/page-progress.ts';
import { noteFocus } from '../motion/page-transition.ts';

export function onPageTransitionStart(): void {
  noteFocus();
  showPageProgress();
}
