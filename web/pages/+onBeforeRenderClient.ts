export { beginPageTransition as onBeforeRenderClient } from '../motion/page-transition.ts';
