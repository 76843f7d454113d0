// breaks: layers-of-services-query
import '../../../services/worker/src/index.ts';
