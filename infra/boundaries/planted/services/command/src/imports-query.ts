// breaks: layers-of-services-command
import '../../../services/query/src/index.ts';
