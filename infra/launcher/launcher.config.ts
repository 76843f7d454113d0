import {
  administratorTogether,
  ConfigError,
  type Environment,
  loadConfig,
  mailTogether,
  mailVariables,
  purgeTogether,
  variables,
} from '@journal/service-kit';
import Type, { type Static } from 'typebox';

/** The variables of `npm start`, `npm run start:split` and `npm run dev`. */
export const launcherConfigSchema = Type.Object(
  {
    PORT: variables.PORT(3000),
    HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
    DATA_DIR: variables.DATA_DIR,
    JOURNAL_NAME: variables.JOURNAL_NAME,
    FIRST_ISSUE: variables.FIRST_ISSUE,
    TIME_ZONE: variables.TIME_ZONE,
    PUBLIC_URL: variables.PUBLIC_URL,
    PAGE_MAX_AGE: variables.PAGE_MAX_AGE,
    PAGE_PURGE_URL: variables.PAGE_PURGE_URL,
    PAGE_PURGE_TOKEN: variables.PAGE_PURGE_TOKEN,
    LOG_LEVEL: { ...variables.LOG_LEVEL, default: 'warn' },
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    DEMO_CONTENT: Type.Enum(['on', 'off'], {
      default: 'on',
      description: 'Whether an empty journal gets a first issue of sample articles: on or off',
      fault: 'must be on or off',
    }),
    REQUIRE_PASSKEYS: variables.REQUIRE_PASSKEYS,
    CONSENT_AGE: variables.CONSENT_AGE,
    ADMIN_EMAIL: variables.ADMIN_EMAIL,
    ADMIN_PASSWORD: variables.ADMIN_PASSWORD,
    ADMIN_NAME: variables.ADMIN_NAME,
    EVENT_STORE_URL: Type.Optional(variables.EVENT_STORE_URL),
    DATABASE_URL: Type.Optional(variables.DATABASE_URL),
    VAULT_URL: variables.VAULT_URL,
    SEARCH_URL: variables.SEARCH_URL,
    SEARCH_KEY: variables.SEARCH_KEY,
    QUEUE_URL: variables.QUEUE_URL,
    ...mailVariables,
    MASTER_KEY: Type.Optional(variables.MASTER_KEY),
    SERVICE_TOKEN: Type.Optional(variables.SERVICE_TOKEN),
    SESSION_KEYS: Type.Optional(variables.SESSION_KEYS),
  },
  {
    dependencies: {
      ...administratorTogether.dependencies,
      ...purgeTogether.dependencies,
      ...mailTogether.dependencies,
    },
  },
);
export type LauncherConfig = Static<typeof launcherConfigSchema>;

/** Throws one `ConfigError` that lists every fault. */
export function loadLauncherConfig(env: Environment): LauncherConfig {
  return loadConfig(launcherConfigSchema, env);
}

/** Returns the configuration as far as it can be read, with its faults; a faulty variable counts as unset. */
export function readLauncherConfig(env: Environment): { config: LauncherConfig; faults: readonly string[] } {
  try {
    return { config: loadLauncherConfig(env), faults: [] };
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure;
    const faulty = new Set(failure.faults.map((fault) => fault.split(':', 1)[0]));
    const rest = Object.entries(env).filter(([name]) => !faulty.has(name));
    // A variable that requires a faulty one also counts as unset, and is not a separate fault.
    return { ...readLauncherConfig(Object.fromEntries(rest)), faults: failure.faults };
  }
}
