import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { checkKurrentDb } from '@journal/event-store';
import { endClient } from '@journal/postgres';
import pg from 'pg';
import type { LauncherConfig } from './launcher.config.ts';

const answerTimeout = 3_000;

const checks: Record<string, (url: URL) => Promise<unknown>> = {
  postgres: checkPostgres,
  postgresql: checkPostgres,
  http: checkSearch,
  https: checkSearch,
  redis: checkRedis,
  rediss: checkRedis,
  // The same as those to which mail is sent.
  smtp: (url) => checkMail(url, 587),
  smtps: (url) => checkMail(url, 465),
};

/**
 * Resolves with a fault for each URL without a usable response within seconds. Never includes the URL, which may
 * contain a password.
 */
export async function engineFaults(config: LauncherConfig): Promise<string[]> {
  // Every address is an engine's, except the public one and that of a cache in front, which passes requests to us.
  const urls = Object.entries(config).filter(([name]) => /(?<!PUBLIC|PAGE_PURGE)_URL$/.test(name));
  const faults = await Promise.all(urls.map(([name, value]) => faultOf(name, `${value}`)));
  return faults.filter((fault) => fault !== undefined);
}

async function faultOf(name: string, value: string): Promise<string | undefined> {
  try {
    // It may name several nodes, unlike other URLs.
    if (/^(kurrentdb|esdb)\b/.test(value)) await checkKurrentDb(value);
    else {
      const url = new URL(value);
      await checks[url.protocol.slice(0, -1)]?.(url);
    }
    return undefined;
  } catch (failure) {
    return `${name}: ${reasonOf(failure as NodeJS.ErrnoException)}`;
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_INVALID_URL') return 'is not a URL';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown host';
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ETIMEDOUT' || /timeout|timed out/i.test(message)) return 'no response in time';
  return `cannot be used (${message || code})`;
}

async function checkPostgres(url: URL): Promise<void> {
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: answerTimeout,
    // A pooler in front accepts connections even if no server is behind it.
    query_timeout: answerTimeout,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const right = "SELECT has_database_privilege(current_database(), 'CREATE') AS may_create";
    const { rows } = await client.query<{ may_create: boolean }>(right);
    if (!rows[0]?.may_create) throw new Error('its user needs the CREATE privilege on that database');
  } finally {
    await endClient(client);
  }
}

async function checkSearch({ origin, pathname }: URL): Promise<void> {
  const signal = AbortSignal.timeout(answerTimeout);
  // Like all requests to it, below the path of its URL.
  const health = `${origin}${pathname.replace(/\/$/, '')}/health`;
  const answer = await fetch(health, { signal }).catch((failure) => {
    throw failure.cause ?? failure;
  });
  if (!answer.ok) throw new Error(`it responds with status ${answer.status}`);
}

async function checkRedis(url: URL): Promise<void> {
  const [username = '', password = ''] = [url.username, url.password].map(decodeURIComponent);
  const login = password ? redisCommand('AUTH', ...(username ? [username] : []), password) : '';
  const answer = await askServer(url, 6379, login + redisCommand('PING'));
  if (!answer.startsWith('+'))
    throw new Error(answer.startsWith('-') ? answer.slice(1) : 'the server is not a Redis');
}

/** Not as one line of words, in which a password with a space or a quotation mark would be several. */
const redisCommand = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

async function checkMail(url: URL, port: number): Promise<void> {
  const answer = await askServer(url, port, '');
  if (!answer.startsWith('220')) throw new Error('the server is not a mail server');
}

/**
 * Connects to the server of `url`, sends `say` and resolves with the first line of its response. `port` is the default
 * for a URL without one. Rejects with the socket's error.
 */
async function askServer(url: URL, port: number, say: string): Promise<string> {
  const target = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || port };
  const isSecure = ['rediss:', 'smtps:'].includes(url.protocol);
  const socket = isSecure ? connectSecurely({ ...target, servername: target.host }) : connect(target);
  socket.setTimeout(answerTimeout, () => socket.destroy(new Error('timeout')));
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    socket.write(say);
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      answer += chunk;
      const [line = '', rest] = answer.split('\r\n');
      if (rest !== undefined) return line;
    }
    throw new Error('the server closed the connection');
  } finally {
    socket.destroy();
  }
}
