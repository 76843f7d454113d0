export { hidePageProgress as onPageTransitionEnd } from '../motion/page-progress.ts';
