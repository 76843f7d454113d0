// breaks: layers-of-packages-service-kit
import '../../../packages/postgres/src/index.ts';
