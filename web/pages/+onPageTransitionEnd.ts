export { hidePageProgress as onPageTransitionEnd } from '../ui/motion/page-progress.ts';
