// breaks: layers-of-services-command
import '../../../packages/read-models/src/index.ts';
