import { passwordBounds, textLimits } from '@journal/contracts';
import Type from 'typebox';
import { optional, url } from './variable.ts';

const origins = (description: string) =>
  optional({
    pattern: '^https?://[^\\s,/]+/?(,https?://[^\\s,/]+/?)*$',
    description,
    fault: 'must be one or more origins, http(s)://host:port, comma-separated',
  });

/** One or more keys of 32 bytes in base64, comma-separated. */
const keys = '^[A-Za-z0-9+/]{43}=( *, *[A-Za-z0-9+/]{43}=)*$';

/** Variables shared by several services; each config.ts picks those it needs. */
export const variables = {
  PORT: (fallback: number) =>
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      default: fallback,
      description: 'Port to listen on',
      fault: 'must be a port, 0 to 65535',
    }),
  HOST: Type.String({ default: '0.0.0.0', description: 'Address to listen on' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Minimum level of log messages',
    fault: 'must be fatal, error, warn, info, debug, trace or silent',
  }),
  TRUSTED_PROXIES: (fallback: string) =>
    Type.Optional(
      Type.String({
        default: fallback,
        description:
          'Proxies whose X-Forwarded headers are trusted: addresses, ranges, "loopback" or "private", comma-separated',
      }),
    ),
  JOURNAL_NAME: Type.String({
    default: 'The Forum',
    minLength: 1,
    maxLength: 60,
    description: 'Name of the journal, on every page',
    fault: 'must have 1 to 60 characters',
  }),
  FIRST_ISSUE: optional({
    pattern:
      '^([1-9][0-9]{0,4}|[12][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31))$',
    description:
      'Number of the issue current on the day of the first article or, for a journal that moves here, the day of its issue 1 (2024-02-05); unset: 1',
    fault: 'must be a number from 1 to 99999, or a day like 2024-02-05',
  }),
  TIME_ZONE: Type.String({
    default: 'UTC',
    format: 'time-zone',
    description: 'Time zone in which editors see and plan times: an IANA name (Europe/Berlin)',
    fault: 'must be a time zone name, like Europe/Berlin',
  }),
  DATABASE_URL: url('postgres|postgresql', 'Postgres of the read models (postgres://…)'),
  EVENT_STORE_URL: url(
    'postgres|postgresql|kurrentdb|kurrentdb\\+discover|esdb|esdb\\+discover',
    'The event log (kurrentdb://…, esdb://… or postgres://…)',
  ),
  VAULT_URL: Type.Optional(url('postgres|postgresql', 'Postgres of the key vault; unset: DATABASE_URL')),
  MASTER_KEY: Type.String({
    pattern: keys,
    description:
      'Encrypts the keys in the vault: 32 random bytes in base64; during a rotation the new and the old key, comma-separated',
    fault: 'must be 32 bytes in base64',
  }),
  COMMAND_URL: origins('Origins of the command services, comma-separated'),
  QUERY_URL: origins(
    'Origins of the query services, comma-separated; unset only if one process runs all services',
  ),
  DATA_DIR: Type.String({
    default: '.data',
    description: 'Folder for all data stored on this machine',
  }),
  SERVICE_TOKEN: Type.String({
    minLength: 32,
    description: 'Bearer token of programs that may write, at least 32 characters',
    fault: 'must have at least 32 characters',
  }),
  SESSION_KEYS: Type.String({
    pattern: keys,
    description:
      'Session cookie keys, comma-separated, 32 random bytes in base64 each: the first encrypts, all decrypt',
    fault: 'must be keys of 32 bytes in base64, comma-separated',
  }),
  PUBLIC_URL: optional({
    pattern: '^https?://[^\\s/]+/?$',
    description: 'Origin at which readers reach the journal; unset: http://localhost with the port',
    fault: 'must be an origin, http(s)://host',
  }),
  PAGE_MAX_AGE: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: 'Seconds for which shared caches (a CDN) may keep public pages; unset: not at all',
      fault: 'must be a number of seconds, 1 to 86400',
    }),
  ),
  PAGE_PURGE_URL: optional({
    pattern: '^https?://[^\\s/@]+(/[^\\s]*)?$',
    description:
      'URL that purges pages from a shared cache by surrogate key (https://api.fastly.com/service/ID/purge); unset: no purges',
    fault: 'must be a URL, http(s)://host/path, without a user',
  }),
  PAGE_PURGE_TOKEN: optional({
    pattern: '^[!-~]+$',
    description: 'API token for purges at PAGE_PURGE_URL',
    fault: 'must consist of printable ASCII characters',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional({
    pattern: '^https?://[^\\s]+$',
    description: 'OTLP receiver of traces, over HTTP (http://localhost:4318); unset: no traces',
    fault: 'must be a URL starting with http:// or https://',
  }),
  ADMIN_EMAIL: optional({
    format: 'email-address',
    description: 'E-mail address of an administrator, created if missing',
    fault: 'must be an e-mail address at a domain with a dot in it',
  }),
  ADMIN_PASSWORD: optional({
    minLength: passwordBounds.minimum,
    maxLength: passwordBounds.maximum,
    format: 'printable',
    verbatim: true,
    description: 'Password of that administrator',
    fault: `must have ${passwordBounds.minimum} to ${passwordBounds.maximum} characters and no control characters`,
  }),
  ADMIN_NAME: optional({
    maxLength: textLimits.name,
    format: 'printable',
    description: 'Full name of that administrator',
    fault: `must have at most ${textLimits.name} characters and no control characters`,
  }),
  REQUIRE_PASSKEYS: Type.Optional(
    Type.Enum(['on', 'off'], {
      description:
        'Whether users who can see the addresses of writers need a passkey for the newsroom: on or off; unset: on if PUBLIC_URL is https',
      fault: 'must be on or off',
    }),
  ),
  CONSENT_AGE: Type.Optional(
    Type.Integer({
      minimum: 13,
      maximum: 18,
      description:
        'Age, 13 to 18, below which writers need the consent of a parent or guardian to be published; unset: no consent is needed',
      fault: 'must be a whole number from 13 to 18',
    }),
  ),
  SEARCH_URL: Type.Optional(url('http|https', 'Meilisearch (http(s)://…); unset: Postgres')),
  SEARCH_KEY: optional({
    description:
      'Meilisearch API key: a scoped key, or one that may create keys, from which each service gets a scoped key',
  }),
  QUEUE_URL: Type.Optional(url('redis|rediss', 'Redis of the job queue (redis://…); unset: Postgres')),
} as const;

/** Returns the origin at which readers reach the journal. */
export const publicOrigin = (config: { readonly PUBLIC_URL?: string; readonly PORT: number }): string =>
  new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin;

/**
 * Whether users who can see addresses must present a passkey: as set by REQUIRE_PASSKEYS, by default if readers reach
 * the journal over TLS. Without TLS, it is either a trial on one machine, or browsers offer no passkeys for the origin.
 */
export const isPasskeyRequired = (
  config: Parameters<typeof publicOrigin>[0] & { readonly REQUIRE_PASSKEYS?: 'on' | 'off' },
): boolean =>
  config.REQUIRE_PASSKEYS === undefined
    ? publicOrigin(config).startsWith('https:')
    : config.REQUIRE_PASSKEYS === 'on';

/** Schema option for the administrator's variables: an address without a password, or the reverse, is a fault. */
export const administratorTogether = {
  dependencies: { ADMIN_EMAIL: ['ADMIN_PASSWORD'], ADMIN_PASSWORD: ['ADMIN_EMAIL'] },
};

/** Schema option for the purge variables: setting one without the others it needs is a fault. */
export const purgeTogether = {
  dependencies: {
    PAGE_PURGE_URL: ['PAGE_PURGE_TOKEN', 'PAGE_MAX_AGE'],
    PAGE_PURGE_TOKEN: ['PAGE_PURGE_URL'],
  },
};
