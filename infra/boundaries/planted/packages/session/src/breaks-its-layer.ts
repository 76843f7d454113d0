// breaks: layers-of-packages-session
import '../../../packages/events/src/index.ts';
