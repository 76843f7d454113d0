import { access, constants, readFile, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { addressOf } from '../launcher/address.ts';
import { readRunningUrl } from '../launcher/folder-lock.ts';
import { UsageError } from './invocation.ts';
import { type Address, type ResolveHost, resolveAddresses } from './resolve-addresses.ts';

/** Streams and environment of the command line. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  /** Results only, so that they can be piped. */
  output: Pick<Writable, 'write'>;
  /** Everything else. */
  messages: Writable;
}

/** Asks a question and resolves with the trimmed answer, or an empty string if the input ends. */
export async function ask({ input, messages }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output: messages });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** The command failed; the message is for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Returns an error's message: that of an attempt at several addresses is empty, so those of its attempts. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : `${error}`;
}

type Environment = Terminal['environment'];

const setting = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

/**
 * Resolves with the origin of the journal: as given or from the environment, else of the journal running in DATA_DIR.
 * Rejects with `CommandError` if none is running: the default port may be another journal's. Rejects with `UsageError`
 * if the address is invalid.
 */
export async function journalAddress(environment: Environment, given?: string): Promise<string> {
  const PUBLIC_URL = setting(environment, 'PUBLIC_URL');
  const port = setting(environment, 'PORT');
  if ((given ?? PUBLIC_URL ?? port) === undefined) {
    const folder = folderOf(environment);
    const running = await readRunningUrl(folder);
    if (running !== undefined) return originOf(running);
    await access(join(folder, 'launcher.holder'), constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw unreadable(folder, cause);
    });
    throw new CommandError(`No journal is running in ${folder}. Start it, or pass its address with --url.`);
  }
  const own = addressOf({
    ...(PUBLIC_URL && { PUBLIC_URL }),
    HOST: setting(environment, 'HOST') ?? '127.0.0.1',
    PORT: portOf(port ?? '3000'),
  });
  return originOf(given ?? own);
}

const folderOf = (environment: Environment): string => resolve(setting(environment, 'DATA_DIR') ?? '.data');

function portOf(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > 65_535)
    throw new UsageError(`PORT is "${text}", which is not a port.`);
  return Number(text);
}

/**
 * Resolves with where to query the state of the services: each process of the named ones, else the journal. A given
 * address takes precedence over the services that the environment names, which are those of another journal.
 */
export async function serviceAddresses(
  environment: Environment,
  { services, url }: { readonly services?: string | undefined; readonly url?: string | undefined },
  lookUp?: ResolveHost,
): Promise<Address[]> {
  const named = services ?? (url === undefined ? setting(environment, 'SERVICE_URLS') : undefined);
  if (named !== undefined)
    return resolveAddresses(
      named.split(',').map((each) => originOf(each.trim())),
      lookUp,
    );
  const origin = await journalAddress(environment, url);
  return [{ name: origin, origin }];
}

function originOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`"${text}" is not a valid address: http(s)://host:port.`);
  return new URL(text).origin;
}

/** Returns the path of a file that the user names, even if npm has changed to the project's folder. */
export const fileOf = (environment: Environment, name: string): string =>
  resolve(environment['INIT_CWD'] ?? '.', name);

/** Linux's magic numbers of overlayfs, a container's writable layer, and of tmpfs, which is memory. */
const fileSystemsThatVanish: readonly number[] = [0x794c_7630, 0x0102_1994];

/** Rejects with `CommandError` if a new folder, whose parent exists, would be lost with the command's container. */
export async function checkOutlives(environment: Environment, folder: string): Promise<void> {
  if (!environment['IN_CONTAINER']) return;
  const parent = await statfs(dirname(folder)).catch(() => undefined);
  if (parent && fileSystemsThatVanish.includes(parent.type))
    throw new CommandError(`${folder} would be lost with this container: mount a folder and write there.`);
}

const unreadable = (path: string, cause: NodeJS.ErrnoException) =>
  new CommandError(`${path} cannot be read (${cause.code}): use the account that the journal runs under.`, {
    cause,
  });

type Secrets = Readonly<Record<string, string>>;

/**
 * Resolves with the settings: variables from the environment, secrets otherwise from the file in the data folder.
 * `secrets` throws `CommandError` if there is such a file and it can't be read.
 */
export async function readSettings(environment: Environment) {
  const folder = folderOf(environment);
  const file = join(folder, 'secrets.json');
  const read = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Secrets,
    (cause: NodeJS.ErrnoException) => (cause.code === 'ENOENT' ? {} : unreadable(file, cause)),
  );
  const secrets = (): Secrets => {
    if (read instanceof CommandError) throw read;
    return read;
  };
  const given = (name: string) => setting(environment, name);
  return { folder, file, secrets, given, secret: (name: string) => given(name) ?? secrets()[name] };
}

/** Resolves with the service token. If there is none, rejects with where it was looked for. */
export async function serviceToken(environment: Environment): Promise<string> {
  const { file, secret } = await readSettings(environment);
  const token = secret('SERVICE_TOKEN');
  if (token) return token;
  throw new Error(`There is no token: SERVICE_TOKEN is not set, and ${file} has none.`);
}
