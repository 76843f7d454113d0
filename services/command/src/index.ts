export { createCommandService } from './command.service.ts';
export { type CommandConfig, commandConfigSchema, loadCommandConfig } from './config.ts';
