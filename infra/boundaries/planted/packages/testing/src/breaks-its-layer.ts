// breaks: layers-of-packages-testing
import '../../../packages/postgres/src/index.ts';
