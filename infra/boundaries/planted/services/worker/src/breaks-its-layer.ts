// breaks: layers-of-services-worker
import '../../../services/command/src/index.ts';
