export { showPageProgress as onPageTransitionStart } from '../motion/page-progress.ts';
