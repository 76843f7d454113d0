export { loadWebConfig, type WebConfig, webConfigSchema } from './config.ts';
export { createWebService, type WebDependencies } from './web.service.ts';
