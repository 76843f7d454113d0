import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../launcher/listen-on.ts';
import { signalTree } from '../../launcher/processes.ts';
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../../postgres/settings.ts';

/** A server that the services need, and that a fault can take down. */
export interface Engine {
  readonly name: string;
  /** Its actual address, bypassing every proxy. */
  readonly url: string;
  kill(): Promise<void>;
  /** Starts it unless it is running. Resolves when it accepts connections. */
  ensureStarted(): Promise<void>;
  /** Absent if the engine can't be made to hang. */
  hang?(): void;
  resume?(): void;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Starts the embedded Postgres with full durability in `folder`. */
export async function startPostgres(folder: string): Promise<Engine> {
  const options = {
    folder: join(folder, 'postgres'),
    password: 'faults',
    settings: { ...embeddedSettings, max_connections: '400' },
  };
  let isGone = false;
  const begin = async (port?: number) => {
    const started = await startEmbeddedPostgres({ ...options, ...(port === undefined ? {} : { port }) });
    isGone = false;
    void started.ended.then(() => {
      if (current === started) isGone = true;
    });
    return started;
  };
  let current: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  current = await begin();
  const { url } = current;
  let starting: Promise<void> | undefined;
  let halted: number | undefined;

  async function startAgain() {
    for (let attempt = 1; isGone; attempt++)
      try {
        current = await begin(Number(new URL(url).port));
      } catch (failure) {
        if (attempt === 10) throw failure;
        await sleep(100);
      }
  }
  return {
    name: 'postgres',
    url,
    async kill() {
      await starting;
      current?.kill();
      await current?.ended;
      isGone = true;
    },
    ensureStarted() {
      starting ??= startAgain().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    hang() {
      const file = join(options.folder, 'postmaster.pid');
      if (!existsSync(file)) return;
      halted = Number(readFileSync(file, 'utf8').split('\n')[0]);
      signalTree(halted, 'SIGSTOP');
    },
    resume() {
      if (halted) signalTree(halted, 'SIGCONT');
      halted = undefined;
    },
    async stop() {
      if (!isGone) await current?.stop();
    },
  };
}

/** Starts a separate Redis that keeps its jobs like the one in the compose file. */
export async function startRedis(folder: string): Promise<Engine> {
  const port = await freePort();
  const dir = join(folder, 'redis');
  await mkdir(dir);
  const settings = `--bind 127.0.0.1 --port ${port} --appendonly yes --maxmemory-policy noeviction --dir ${dir}`;
  let child: ReturnType<typeof spawn> | undefined;
  let gone: Promise<unknown> = Promise.resolve();
  const engine: Engine = {
    name: 'redis',
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      child?.kill('SIGKILL');
      await gone;
    },
    async ensureStarted() {
      if (child && child.exitCode === null && child.signalCode === null) return;
      const started = spawn('redis-server', settings.split(' '), { stdio: 'ignore' });
      child = started;
      gone = new Promise((resolve) => started.once('exit', resolve));
      await accepts(port);
    },
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    stop: () => engine.kill(),
  };
  await engine.ensureStarted();
  return engine;
}

async function accepts(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (attempt === 200) throw new Error(`Nothing is listening on port ${port}`);
    await sleep(50);
  }
}

/** Returns an engine that is already running, which a shell command kills and restarts. */
export function foreignEngine(name: string, url: string, restart: string): Engine {
  return {
    name,
    url,
    kill: async () => void (await run('/bin/sh', ['-c', restart])),
    ensureStarted: async () => undefined,
    stop: async () => undefined,
  };
}

/** Mounts an in-memory disk on `folder`. Resolves with undefined if this account may not. */
export async function mountSmallDisk(folder: string) {
  await mkdir(folder);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1200m,mode=755', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  const ballast = join(folder, 'ballast');
  return {
    /** Leaves no free space. */
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, '');
      // A sparse file takes no space: it has to be written.
      await run('dd', [
        'if=/dev/zero',
        `of=${ballast}`,
        'bs=1M',
        `count=${Math.ceil((bavail * bsize) / 2 ** 20) + 1}`,
      ]).catch(() => undefined);
    },
    async clear() {
      await truncate(ballast).catch(() => undefined);
      await rm(ballast, { force: true });
    },
    unmount: async () => void (await run('umount', ['-l', folder])),
  };
}
