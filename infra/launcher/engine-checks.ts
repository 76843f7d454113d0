import pg from 'pg';
import { askServer } from './ask-server.ts';
import type { LauncherConfig } from './launcher.config.ts';

const patience = 3_000;

type Check = (url: URL) => Promise<void>;

const checks: Record<string, Check> = {
  postgres: checkPostgres,
  postgresql: checkPostgres,
  kurrentdb: (url) => checkEventStore(url),
  esdb: (url) => checkEventStore(url),
  http: checkSearch,
  https: checkSearch,
  redis: checkRedis,
  rediss: checkRedis,
  smtp: (url) => greets(url, 25),
  smtps: (url) => greets(url, 465),
};

const names = [
  'EVENT_STORE_URL',
  'DATABASE_URL',
  'VAULT_URL',
  'SEARCH_URL',
  'QUEUE_URL',
  'SMTP_URL',
] as const;

/**
 * Names every URL behind which nothing usable answers within 3 s. What it says never holds the URL itself, which may
 * carry a password.
 */
export async function engineFaults(config: LauncherConfig): Promise<string[]> {
  const faults = await Promise.all(names.map((name) => faultOf(name, config[name])));
  return faults.filter((fault) => fault !== undefined);
}

async function faultOf(name: string, value: string | undefined): Promise<string | undefined> {
  if (!value) return undefined;
  try {
    const url = new URL(value);
    await checks[url.protocol.replace(/(\+discover)?:$/, '')]?.(url);
    return undefined;
  } catch (failure) {
    return `${name}: ${reasonOf(failure as NodeJS.ErrnoException)}`;
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_INVALID_URL') return 'is not a URL';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is not known';
  if (code === 'ECONNREFUSED') return 'nothing answers there (connection refused)';
  if (code === 'ETIMEDOUT' || /timeout|timed out/i.test(message)) return 'nothing answers there in time';
  return `can't be used (${message || code})`;
}

async function checkPostgres(url: URL): Promise<void> {
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: patience });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const right = "SELECT has_database_privilege(current_database(), 'CREATE') AS may_create";
    const { rows } = await client.query<{ may_create: boolean }>(right);
    if (!rows[0]?.may_create) throw new Error('its user lacks the right CREATE on that database');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One of the nodes that are named is enough: the client finds the others. */
async function checkEventStore({ href, protocol }: URL): Promise<void> {
  const hosts = (href.slice(protocol.length + 2).split(/[/?]/)[0] ?? '').replace(/^.*@/, '').split(',');
  await Promise.any(hosts.map((host) => askServer(new URL(`tcp://${host}`), { port: 2113, patience }))).catch(
    (failure: AggregateError) => {
      throw failure.errors[0];
    },
  );
}

async function checkSearch(url: URL): Promise<void> {
  const { username: _user, password: _password, origin } = url;
  const answer = await fetch(new URL('/health', origin), { signal: AbortSignal.timeout(patience) }).catch(
    (failure) => {
      throw failure.cause ?? failure;
    },
  );
  if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
}

async function checkRedis(url: URL): Promise<void> {
  const password = decodeURIComponent(url.password);
  const login = password
    ? `AUTH ${[decodeURIComponent(url.username), password].filter(Boolean).join(' ')}\r\n`
    : '';
  const answer = await askServer(url, {
    port: 6379,
    patience,
    secure: url.protocol === 'rediss:',
    say: `${login}PING\r\n`,
  });
  if (!answer.startsWith('+'))
    throw new Error(answer.startsWith('-') ? answer.slice(1) : 'it does not speak as Redis does');
}

async function greets(url: URL, port: number): Promise<void> {
  const answer = await askServer(url, { port, patience, secure: url.protocol === 'smtps:', say: '' });
  if (!answer.startsWith('220')) throw new Error('it does not greet as a mail server does');
}
