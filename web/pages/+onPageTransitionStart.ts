import { noteFocus, showPageProgress } from '../ui/motion/page-transition.ts';

export function onPageTransitionStart(): void {
  noteFocus();
  showPageProgress();
}
