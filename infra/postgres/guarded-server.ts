import { type ChildProcess, spawn } from 'node:child_process';
import { platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { signalTree } from '../launcher/processes.ts';
import type { SystemUser } from './binaries.ts';

/**
 * A shell script that reads from a pipe to this process. When the pipe closes, on purpose or because this process was
 * killed, it requests a fast shutdown of Postgres, so that a SIGKILL leaves no server behind. It ignores signals to the
 * process group.
 */
const guard = `
trap '' INT TERM HUP
"$@" </dev/null &
server=$!
exec >&- 2>&-
read -r _
kill -INT $server
wait $server
`;

export interface ServerCommand {
  folder: string;
  binaries: string;
  user: SystemUser | undefined;
  port: number;
  settings: Readonly<Record<string, string>>;
  /** Called with each line of the server's log. */
  onLog: (line: string) => void;
}

export interface GuardedServer {
  /** Resolves when Postgres and all its processes have ended, for whatever reason. */
  ended: Promise<void>;
  /**
   * Requests a fast shutdown and resolves once none of its processes is left, which are killed after `patience`
   * milliseconds (default: 30,000): Postgres 18 never completes a shutdown that is requested during the recovery from a
   * crash. Close every connection first.
   */
  stop(patience?: number): Promise<void>;
  /** Kills all its processes, including suspended ones; the next start replays the write-ahead log. */
  kill(): void;
}

/** Starts the server and resolves when it accepts connections. If it ends instead, rejects with the end of its log. */
export function startGuarded(command: ServerCommand): Promise<GuardedServer> {
  const { folder, binaries, port } = command;
  const settings = Object.entries(command.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = [
    join(binaries, 'bin', 'postgres'),
    '-D',
    workingFolder(folder),
    '-p',
    `${port}`,
    ...settings,
  ];
  const child = spawn('/bin/sh', ['-c', guard, 'postgres-guard', ...postgres], {
    ...command.user,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const server: GuardedServer = {
    // The shell has closed its end of this pipe, so only the server's processes keep it open.
    ended: new Promise((resolve) => child.stderr?.once('close', resolve)),
    async stop(patience = 30_000) {
      child.stdin?.end();
      const late = setTimeout(() => server.kill(), patience);
      await Promise.all([server.ended, gone]);
      clearTimeout(late);
    },
    kill() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      signalTree(child.pid, 'SIGKILL');
    },
  };
  return accepting(child, server, command.onLog);
}

function accepting(
  child: ChildProcess,
  server: GuardedServer,
  onLog: ServerCommand['onLog'],
): Promise<GuardedServer> {
  const lastLines: string[] = [];
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    if (!child.stderr) throw new Error('The server has no log stream.');
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLog(line);
      if (line.includes('database system is ready to accept connections')) resolve(server);
    });
    void server.ended.then(() => {
      child.stdin?.end();
      reject(new Error(`The embedded Postgres exited while starting:\n${lastLines.join('\n')}`));
    });
  });
}

/**
 * Returns the path by which a process started in `folder` reaches it. On Linux, that path needs no access to the parent
 * folders: root may start Postgres, under another account, in a folder whose parents only root can enter.
 */
export function workingFolder(folder: string): string {
  return platform() === 'linux' ? '/proc/self/cwd' : folder;
}
