import { showPageProgress } from '../ui/motion/page-progress.ts';
import { noteFocus } from '../ui/motion/page-transition.ts';

export function onPageTransitionStart(): void {
  noteFocus();
  showPageProgress();
}
