import { type Environment, loadConfig, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

const urls = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s,/]+/?(,https?://[^\\s,/]+/?)*$',
      description,
      fault: 'must be one or more origins, http(s)://host:port, comma-separated',
    }),
  );

export const webConfigSchema = Type.Object({
  PORT: variables.PORT(3000),
  HOST: variables.HOST,
  LOG_LEVEL: variables.LOG_LEVEL,
  TRUSTED_PROXIES: variables.TRUSTED_PROXIES('loopback'),
  JOURNAL_NAME: variables.JOURNAL_NAME,
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/]+/?$',
      description: 'Origin by which readers reach the journal; unset: http://localhost and the port',
      fault: 'must be an origin, http(s)://host',
    }),
  ),
  QUERY_URL: urls(
    'The query services, with commas between them; unset only where one process holds all services',
  ),
  COMMAND_URL: urls('Origins of the command services, comma-separated'),
});
export type WebConfig = Static<typeof webConfigSchema>;

/** Throws one `ConfigError` with every fault. */
export function loadWebConfig(env: Environment): WebConfig {
  return loadConfig(webConfigSchema, env);
}

/** The public origin, without a slash at the end. */
export function publicUrl({ PUBLIC_URL, PORT }: WebConfig): string {
  return new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin;
}
