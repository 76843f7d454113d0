import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const usualPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(
  delimiter,
);

// The user's npm settings that would change what is installed or where. Settings for reaching a registry are kept.
const unwanted =
  /^(p?npm_config_)(also|dry_run|global|ignore_scripts|include|location|node_linker|omit|only|optional|package_lock.*|prefix|prod|production|save.*|workspaces?)$/i;

/**
 * Returns the environment of a task: the user's, with Node 24 first in PATH. `mode` replaces NODE_ENV, because React
 * and Vite choose their builds by it.
 */
export function environmentFor(mode) {
  const { NODE_ENV: _, ...env } = process.env;
  return {
    // Sources run without a build; caching their compiled code halves the work of every later start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    // Otherwise glibc keeps an arena of freed memory for each thread that has compressed or hashed something.
    MALLOC_ARENA_MAX: '1',
    // Otherwise glibc also keeps freed blocks of 128 KB and more, once it has seen some of them freed.
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...env,
    ...(mode ? { NODE_ENV: mode } : {}),
    PATH: pathWith(dirname(node24)),
  };
}

/** Returns the environment for an installation, without settings that omit dependencies or their scripts. */
export function installEnvironment() {
  const wanted = Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && !unwanted.test(name));
  return {
    ...Object.fromEntries(wanted),
    CI: 'true',
    HOME: writableHome(),
    PATH: pathWith(dirname(process.execPath)),
  };
}

function pathWith(folder) {
  return [folder, process.env.PATH || usualPath].join(delimiter);
}

function writableHome() {
  const candidates = [process.env.HOME, homeOfAccount()];
  for (const home of candidates) if (home && isWritable(home)) return home;
  const own = join(root, 'node_modules', '.home');
  mkdirSync(own, { recursive: true });
  return own;
}

function homeOfAccount() {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that runs every task, installed from the registry as a package. */
export const node24 = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
