// breaks: layers-of-packages-event-store
import '../../../packages/contracts/src/index.ts';
