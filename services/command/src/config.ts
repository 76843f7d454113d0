import { administratorTogether, type Environment, loadConfig, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

/** The environment variables of the command side. */
export const commandConfigSchema = Type.Object(
  {
    HOST: variables.HOST,
    PORT: variables.PORT(4001),
    LOG_LEVEL: variables.LOG_LEVEL,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    TRUSTED_PROXIES: variables.TRUSTED_PROXIES('loopback,private'),
    EVENT_STORE_URL: variables.EVENT_STORE_URL,
    DATABASE_URL: variables.DATABASE_URL,
    VAULT_URL: variables.VAULT_URL,
    MASTER_KEY: variables.MASTER_KEY,
    SERVICE_TOKEN: variables.SERVICE_TOKEN,
    SESSION_KEYS: variables.SESSION_KEYS,
    PUBLIC_URL: variables.PUBLIC_URL,
    REQUIRE_PASSKEYS: variables.REQUIRE_PASSKEYS,
    CONSENT_AGE: variables.CONSENT_AGE,
    ADMIN_EMAIL: variables.ADMIN_EMAIL,
    ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
    ADMIN_NAME: variables.ADMIN_NAME,
  },
  administratorTogether,
);
export type CommandConfig = Static<typeof commandConfigSchema>;

/** Returns the configuration. Throws a `ConfigError` with all errors at once. */
export const loadCommandConfig = (env: Environment): CommandConfig => loadConfig(commandConfigSchema, env);
