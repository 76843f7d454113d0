import { type Environment, loadConfig, purgeTogether, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

export const webConfigSchema = Type.Object(
  {
    PORT: variables.PORT(3000),
    HOST: variables.HOST,
    LOG_LEVEL: variables.LOG_LEVEL,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    TRUSTED_PROXIES: variables.TRUSTED_PROXIES('loopback'),
    JOURNAL_NAME: variables.JOURNAL_NAME,
    FIRST_ISSUE: variables.FIRST_ISSUE,
    TIME_ZONE: variables.TIME_ZONE,
    PUBLIC_URL: variables.PUBLIC_URL,
    QUERY_URL: variables.QUERY_URL,
    COMMAND_URL: variables.COMMAND_URL,
    PAGE_MAX_AGE: variables.PAGE_MAX_AGE,
    PAGE_PURGE_URL: variables.PAGE_PURGE_URL,
    PAGE_PURGE_TOKEN: variables.PAGE_PURGE_TOKEN,
  },
  purgeTogether,
);
export type WebConfig = Static<typeof webConfigSchema>;

/** Throws one `ConfigError` that lists every invalid variable. */
export function loadWebConfig(env: Environment): WebConfig {
  return loadConfig(webConfigSchema, env);
}
