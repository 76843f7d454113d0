// breaks: layers-of-packages-postgres
import '../../../packages/events/src/index.ts';
