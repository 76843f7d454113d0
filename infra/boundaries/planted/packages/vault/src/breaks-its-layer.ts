// breaks: layers-of-packages-vault
import '../../../packages/event-store/src/index.ts';
