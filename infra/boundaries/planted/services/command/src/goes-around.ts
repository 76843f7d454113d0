// breaks: through-the-door
import '../../../packages/events/src/inner.ts';
