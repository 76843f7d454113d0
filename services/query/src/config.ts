import { type Environment, loadConfig, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

export const queryConfigSchema = Type.Object({
  PORT: variables.PORT(4002),
  HOST: variables.HOST,
  LOG_LEVEL: variables.LOG_LEVEL,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  TRUSTED_PROXIES: variables.TRUSTED_PROXIES('loopback,private'),
  DATABASE_URL: variables.DATABASE_URL,
  SEARCH_URL: variables.SEARCH_URL,
  SEARCH_KEY: variables.SEARCH_KEY,
  COMMAND_URL: variables.COMMAND_URL,
  SERVICE_TOKEN: variables.SERVICE_TOKEN,
  SESSION_KEYS: variables.SESSION_KEYS,
  PUBLIC_URL: variables.PUBLIC_URL,
  JOURNAL_NAME: variables.JOURNAL_NAME,
  REQUIRE_PASSKEYS: variables.REQUIRE_PASSKEYS,
  CONSENT_AGE: variables.CONSENT_AGE,
});
export type QueryConfig = Static<typeof queryConfigSchema>;

export function loadQueryConfig(environment: Environment): QueryConfig {
  return loadConfig(queryConfigSchema, environment);
}
