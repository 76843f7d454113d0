import type { Server, ServerResponse } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { ProcessMetrics } from './monitoring/monitoring.ts';
import { stopTracing } from './monitoring/trace-hooks.ts';
import type { EarlyAnswers } from './server/early-answers.ts';

/** One of the four services, built but not listening; it runs in its own process or shares one with the others. */
export type Service = {
  readonly name: string;
  /** The app with its routes registered; its runner calls `listen`, or dispatches requests to `app.routing`. */
  readonly app: FastifyInstance & Partial<EarlyAnswers & ProcessMetrics>;
  /** Opens connections, starts background work. Resolves when requests may come; `/health/ready` reports readiness. */
  start(): Promise<void>;
  /**
   * Ends open streams and background work, then the app, then the connections. Takes at most 7 s, to fit within the
   * stop timeout of `runService`; safe to call twice.
   */
  stop(): Promise<void>;
};

type ListenOptions = { readonly host: string; readonly port: number };

const stopTimeout = 9_500;
/** Milliseconds to wait for readiness before listening anyway. */
const longestWaitForReady = 4_000;
const readyPoll = 50;
/**
 * Milliseconds for draining: clients with an open connection learn from their next response that it is closing, and
 * drop an idle one within the keep-alive time that `createServer` announces.
 */
const drainTime = 1_500;
const drainPoll = 50;

/**
 * Runs one service alone in this process until SIGTERM or SIGINT, or until the parent process that opened an IPC
 * channel exits. It starts listening when it is ready, or after 4 s; until then, other instances serve its requests. On
 * shutdown it waits up to 1.5 s for clients to close their connections, since a request on a connection that the server
 * closes may be lost. Then it finishes requests in progress and closes everything. Exit code 0 after a clean stop, 1 if
 * it could not start or stop in time.
 */
export async function runService(
  create: () => Promise<{ service: Service; listen: ListenOptions }>,
): Promise<void> {
  let service: Service | undefined;
  let drainConnections: (() => Promise<void>) | undefined;
  let stopping = false;

  async function stop(code: number) {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeout).unref();
    try {
      await drainConnections?.();
      await service?.stop();
      await stopTracing();
      process.exit(code);
    } catch (error) {
      service?.app.log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  }

  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  process.once('disconnect', () => void stop(0));
  try {
    const created = await create();
    service = created.service;
    drainConnections = followConnections(service.app.server);
    service.app.collectProcessMetrics?.();
    await service.start();
    await untilReady(service);
    if (!stopping) await service.app.listen(created.listen);
  } catch (error) {
    // A service told to stop while it is starting may fail to start because of that.
    if (stopping) return;
    process.stderr.write(`${messageOf(error)}\n`);
    await stop(1);
  }
}

/** Returns only the message for an error that an operator can act on, and the stack for any other. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = ['ConfigError', 'WrongMasterKey', 'UnfinishedRestore'].includes(error.name);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** Resolves when the service is ready, or when it has not become ready in time. */
async function untilReady({ app }: Service): Promise<void> {
  const end = performance.now() + longestWaitForReady;
  while (performance.now() < end && (await app.inject('/health/ready')).statusCode !== 200)
    await sleep(readyPoll);
}

/**
 * Tracks the requests of a server. The returned function requests that clients close all connections, also through the
 * responses in progress. It resolves when all are closed, or when the time for draining has passed.
 */
function followConnections(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (_request, response) => {
    if (isEnding) return void response.setHeader('connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async () => {
    if (!server.listening) return;
    isEnding = true;
    for (const response of underWay) {
      if (response.headersSent) continue;
      response.removeHeader('keep-alive');
      response.setHeader('connection', 'close');
    }
    const end = performance.now() + drainTime;
    while (performance.now() < end && (await openConnections(server)) > 0) await sleep(drainPoll);
  };
}

const openConnections = promisify((server: Server, done: (error: Error | null, count: number) => void) =>
  server.getConnections(done),
);
