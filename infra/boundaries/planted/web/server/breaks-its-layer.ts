// breaks: layers-of-web
import '../../packages/events/src/index.ts';
