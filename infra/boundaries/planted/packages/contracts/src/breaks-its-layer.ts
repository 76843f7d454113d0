// breaks: layers-of-packages-contracts
import '../../../packages/events/src/index.ts';
