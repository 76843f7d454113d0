// breaks: layers-of-services-query
import '../../../packages/event-store/src/index.ts';
