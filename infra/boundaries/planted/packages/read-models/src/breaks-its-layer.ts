// breaks: layers-of-packages-read-models
import '../../../packages/events/src/index.ts';
