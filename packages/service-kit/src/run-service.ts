import type { Server, ServerResponse } from 'node:http';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { ProcessMetrics } from './monitoring/monitoring.ts';
import { stopTracing } from './monitoring/trace-hooks.ts';
import type { EarlyAnswers } from './server/early-answers.ts';

/** One of the four services, built but not listening; alone in its process or beside the others in one. */
export type Service = {
  readonly name: string;
  /** Routes registered; whoever runs the service calls `listen`, or dispatches to `app.routing`. */
  readonly app: FastifyInstance & Partial<EarlyAnswers & ProcessMetrics>;
  /** Opens connections and starts background work. Resolves when requests may come; readiness is `/health/ready`'s to say. */
  start(): Promise<void>;
  /** Ends open streams and background work, then the app, then the connections. Within 7 s, which leaves `runService` its own time; safe to call twice. */
  stop(): Promise<void>;
};

type ListenOptions = { readonly host: string; readonly port: number };

const stopTimeout = 9_500;
/** Milliseconds. */
const longestWaitForReady = 4_000;
const readyPoll = 50;
/**
 * Milliseconds in which those who have a connection open learn by their next answer that it ends, and give up one that rests,
 * as `createServer` asks them to.
 */
const drainTime = 1_500;
const drainPoll = 50;

/**
 * Runs one service alone in this process until SIGTERM or SIGINT (or until the parent that opened an IPC channel is
 * gone). It listens when it is ready, or after 4 s: until then others answer in its place. At the end it waits for one and a
 * half seconds until callers have closed their connections, as a request on one that it closes itself may be lost; then
 * requests under way are finished and everything is closed. Exit code 0 after a clean stop, 1 where it could not start or
 * stop in time.
 */
export async function runService(
  create: () => Promise<{ service: Service; listen: ListenOptions }>,
): Promise<void> {
  let service: Service | undefined;
  let letGo: (() => Promise<void>) | undefined;
  let stopping = false;

  async function stop(code: number) {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeout).unref();
    try {
      await letGo?.();
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
    letGo = followConnections(service.app.server);
    service.app.collectProcessMetrics?.();
    await service.start();
    await untilReady(service);
    if (!stopping) await service.app.listen(created.listen);
  } catch (error) {
    // What is told to end while it starts can't go on with that.
    if (stopping) return;
    process.stderr.write(`${wordsOf(error)}\n`);
    await stop(1);
  }
}

/** Returns the message alone of an error that an operator can act on, and the stack of any other. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = ['ConfigError', 'WrongMasterKey', 'UnfinishedRestore'].includes(error.name);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** Resolves when the service is ready, or has not become so in time. */
async function untilReady({ app }: Service): Promise<void> {
  const end = performance.now() + longestWaitForReady;
  while (performance.now() < end && (await app.inject('/health/ready')).statusCode !== 200)
    await sleep(readyPoll);
}

/**
 * Follows the requests of a server. The function that it returns asks for all connections to be closed, by the answers that
 * are under way, too, and resolves when they are, or the time for it is over.
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
