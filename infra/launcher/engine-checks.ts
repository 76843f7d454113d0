import { connect } from 'node:net';
import process from 'node:process';
import { connect as connectSecurely } from 'node:tls';
import pg from 'pg';
import type { LauncherConfig } from './launcher.config.ts';
import type { StopRequest } from './stop-request.ts';

const answerTimeout = 3_000;

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

/** Resolves with a fault for each URL without a usable answer within 3 s; never with the URL, which may hold a password. */
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
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: answerTimeout });
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

/** One of the named nodes is enough: the client finds the others. */
async function checkEventStore({ href, protocol }: URL): Promise<void> {
  const hosts = (href.slice(protocol.length + 2).split(/[/?]/)[0] ?? '').replace(/^.*@/, '').split(',');
  await Promise.any(
    hosts.map((host) => askServer(new URL(`tcp://${host}`), { port: 2113, timeout: answerTimeout })),
  ).catch((failure: AggregateError) => {
    throw failure.errors[0];
  });
}

async function checkSearch(url: URL): Promise<void> {
  const { username: _user, password: _password, origin } = url;
  const answer = await fetch(new URL('/health', origin), {
    signal: AbortSignal.timeout(answerTimeout),
  }).catch((failure) => {
    throw failure.cause ?? failure;
  });
  if (!answer.ok) throw new Error(`it answers with status ${answer.status}`);
}

async function checkRedis(url: URL): Promise<void> {
  const password = decodeURIComponent(url.password);
  const login = password
    ? `AUTH ${[decodeURIComponent(url.username), password].filter(Boolean).join(' ')}\r\n`
    : '';
  const answer = await askServer(url, {
    port: 6379,
    timeout: answerTimeout,
    secure: url.protocol === 'rediss:',
    say: `${login}PING\r\n`,
  });
  if (!answer.startsWith('+'))
    throw new Error(answer.startsWith('-') ? answer.slice(1) : 'it does not speak as Redis does');
}

async function greets(url: URL, port: number): Promise<void> {
  const answer = await askServer(url, {
    port,
    timeout: answerTimeout,
    secure: url.protocol === 'smtps:',
    say: '',
  });
  if (!answer.startsWith('220')) throw new Error('it does not greet as a mail server does');
}

interface Probe {
  /** Default port, for a URL without one. */
  port: number;
  /** Milliseconds until it counts as not answering. */
  timeout: number;
  secure?: boolean;
  /** Sent once connected; if undefined, a connection is enough and no answer is awaited. */
  say?: string;
}

/** Connects to the server of `url` and resolves with the first line of its answer. Rejects with the socket's error. */
function askServer(url: URL, { port, timeout, secure, say }: Probe): Promise<string> {
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || port };
  return new Promise((resolve, reject) => {
    const socket = secure ? connectSecurely({ ...target, servername: target.host }) : connect(target);
    const finish = (act: () => void) => {
      socket.destroy();
      act();
    };
    let answer = '';
    socket.setTimeout(timeout, () => finish(() => reject(new Error('timeout'))));
    socket.on('error', (failure) => finish(() => reject(failure)));
    socket.on('close', () => reject(new Error('it closed the connection')));
    socket.on(secure ? 'secureConnect' : 'connect', () => {
      if (say === undefined) finish(() => resolve(''));
      else socket.write(say);
    });
    socket.on('data', (chunk) => {
      answer += chunk;
      const line = answer.split('\r\n')[0];
      if (answer.includes('\r\n') && line !== undefined) finish(() => resolve(line));
    });
  });
}

const consequences =
  /unexpected postmaster exit|crash of another server process|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)/;

/**
 * Returns a filter that passes on fatal errors of the embedded server's log, except those about connections that its
 * own end cuts.
 */
export function passOnPostgres(stop: StopRequest): (line: string) => void {
  return (line) => {
    if (!stop.isRequested && / (FATAL|PANIC):/.test(line) && !consequences.test(line))
      process.stderr.write(`postgres: ${line}\n`);
  };
}
