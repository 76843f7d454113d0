export { endPageTransition as onAfterRenderClient } from '../motion/page-transition.ts';
