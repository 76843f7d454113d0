export type { ApiRequest, ApiResponse, ApiTransport } from './api/api-transport.ts';
export { loadWebConfig, type WebConfig, webConfigSchema } from './config.ts';
export { createWebService, type WebDependencies } from './web.service.ts';
