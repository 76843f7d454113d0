import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { AccessDeniedError } from '@eventstore/db-client';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';

const noTls = 'this KurrentDB has no TLS: add ?tls=false to its URL';
const speaksTls = 'this KurrentDB uses TLS: remove tls=false from its URL';
const notKurrentDb = 'the server at this address is not a KurrentDB';
const notKurrentDbOrLeaderless = `${notKurrentDb}, or its cluster has no leader`;
const denied = 'the user or password is wrong, or the user may not read $all';

/**
 * Finds out which server answers at an address. Resolves if it is a KurrentDB that the journal can use. Otherwise
 * rejects within seconds with the reason, written for the operator and never containing the address; if nothing
 * answers, with the socket's error. `timeout`: milliseconds to wait for an answer; follow-up probes that diagnose a
 * failure get less.
 */
export async function checkKurrentDb(url: string, timeout = 5_000): Promise<void> {
  const hosts = hostsOf(url);
  const isSecure = !/[?&]tls=false(&|$)/i.test(url);
  // One of the listed nodes is enough: the client discovers the others.
  await anyOf(hosts.map((host) => probeConnection(host, timeout)));
  if (isSecure) {
    const ca = await authorityOf(url);
    const failure = await anyOf(hosts.map((host) => probeConnection(host, timeout, { ...ca }))).catch(
      (error: unknown) => error,
    );
    if (failure) throw await tlsFault(url, timeout, failure as NodeJS.ErrnoException);
  }
  const answer = await probeEngine(url, timeout);
  if (answer === 'usable') return;
  if (answer === 'denied') throw new Error(denied);
  const mayBeSecure =
    !isSecure &&
    anyOf(hosts.map((host) => probeConnection(host, timeout / 3, { rejectUnauthorized: false })));
  const isTlsServer = mayBeSecure && (await mayBeSecure.then(() => true).catch(() => false));
  if (isTlsServer) throw new Error(speaksTls);
  throw new Error(hosts.length > 1 || /^\w+\+discover:/.test(url) ? notKurrentDbOrLeaderless : notKurrentDb);
}

/** Returns the reason why a server that accepts connections fails the TLS handshake. */
async function tlsFault(
  url: string,
  timeout: number,
  { code = '', message }: NodeJS.ErrnoException,
): Promise<Error> {
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code) && !code.startsWith('ERR_SSL'))
    return new Error(
      `its certificate is not trusted (${code}): set tlsCAFile to the file of its certificate authority`,
      {
        cause: message,
      },
    );
  const withoutTls = /[?&]tls=/.test(url)
    ? url.replace(/([?&])tls=[^&]*/, '$1tls=false')
    : `${url}${url.includes('?') ? '&' : '?'}tls=false`;
  return new Error((await probeEngine(withoutTls, timeout / 2)) === 'other' ? notKurrentDb : noTls);
}

/** Resolves with how the server at a URL responds to the KurrentDB client. */
async function probeEngine(url: string, checkTimeout: number): Promise<'usable' | 'denied' | 'other'> {
  const store = await createKurrentDbEventStore({ url, checkTimeout });
  try {
    await store.check();
    return 'usable';
  } catch (error) {
    return error instanceof Error && error.cause instanceof AccessDeniedError ? 'denied' : 'other';
  } finally {
    // A client that is waiting for a connection takes seconds to close.
    void store.close();
  }
}

type Host = { readonly host: string; readonly port: number };

function hostsOf(url: string): Host[] {
  const authority = url.replace(/^[^:]*:\/\/(?:[^@]*@)?/, '').split(/[/?]/, 1)[0] ?? '';
  return authority.split(',').map((node) => {
    const { hostname, port } = new URL(`tcp://${node}`);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 2113 };
  });
}

async function authorityOf(url: string): Promise<{ ca?: Buffer }> {
  const [, file] = /[?&]tlsCAFile=([^&]+)/i.exec(url) ?? [];
  if (file === undefined) return {};
  const ca = await readFile(decodeURIComponent(file)).catch((cause: unknown) => {
    throw new Error('the file named by tlsCAFile cannot be read', { cause });
  });
  return { ca };
}

/** Opens a connection, with TLS if `tls` is given, and closes it. Rejects with the socket's error. */
async function probeConnection(
  at: Host,
  timeout: number,
  tls?: { ca?: Buffer; rejectUnauthorized?: boolean },
): Promise<void> {
  const socket = tls ? connectSecurely({ ...at, ...tls, ALPNProtocols: ['h2'] }) : connect(at);
  socket.setTimeout(timeout, () => socket.destroy(new Error('timeout')));
  try {
    await once(socket, tls ? 'secureConnect' : 'connect');
  } finally {
    socket.destroy();
  }
}

async function anyOf(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.any(attempts).catch((failure: AggregateError) => {
    throw failure.errors[0];
  });
}
