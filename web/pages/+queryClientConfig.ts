export { queryClientConfig } from '../data/page-data.ts';
