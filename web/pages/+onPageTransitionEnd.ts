export { hidePageProgress as onPageTransitionEnd } from '../ui/motion/page-transition.ts';
