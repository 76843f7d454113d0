import { type Environment, loadConfig, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

export const webConfigSchema = Type.Object({
  PORT: variables.PORT(3000),
  HOST: variables.HOST,
  LOG_LEVEL: variables.LOG_LEVEL,
  TRUSTED_PROXIES: variables.TRUSTED_PROXIES('loopback'),
  JOURNAL_NAME: variables.JOURNAL_NAME,
  PUBLIC_URL: variables.PUBLIC_URL,
  QUERY_URL: variables.QUERY_URL,
  COMMAND_URL: variables.COMMAND_URL,
  PAGE_MAX_AGE: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: 'Seconds for which shared caches (a CDN) may keep pages for reading; unset: they may not',
      fault: 'must be a number of seconds, 1 to 86400',
    }),
  ),
});
export type WebConfig = Static<typeof webConfigSchema>;

/** Throws one `ConfigError` with every fault. */
export function loadWebConfig(env: Environment): WebConfig {
  return loadConfig(webConfigSchema, env);
}
