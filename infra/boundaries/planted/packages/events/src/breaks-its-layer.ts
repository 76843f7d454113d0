// breaks: layers-of-packages-events
import '../../../packages/event-store/src/index.ts';
