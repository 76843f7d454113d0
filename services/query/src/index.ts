export { loadQueryConfig, type QueryConfig, queryConfigSchema } from './config.ts';
export { createQueryService, type QueryParts } from './query.service.ts';
