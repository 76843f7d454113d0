import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@journal/service-kit';
import { writeDurably } from './data-folder.ts';

export const engineVariables = ['EVENT_STORE_URL', 'DATABASE_URL', 'VAULT_URL'] as const;

/** A variable that names an engine with a journal's data. */
export type EngineVariable = (typeof engineVariables)[number];

/** Addresses, without secrets, of the engines that a journal was started with; the engines not listed are its own. */
export type FolderEngines = Readonly<Partial<Record<EngineVariable, string>>>;

const fileOf = (folder: string) => join(folder, 'engines.json');
const hidden = '***';

/** Returns an engine's address without its password, and without query parameters named like secrets. */
export const withoutSecrets = (url: string): string =>
  url
    .replace(/^([a-z+]+:\/\/[^:@/?#]*:).*@/i, `$1${hidden}@`)
    .replace(/([?&][^=&]*(?:password|token|secret|key)[^=&]*=)[^&]*/gi, `$1${hidden}`);

/** Whether the address is complete, and can be used as it is. */
export const isCompleteUrl = (url: string): boolean => !url.includes(hidden);

/** Records which engines the journal of a data folder uses. */
export async function rememberEngines(folder: string, config: FolderEngines): Promise<void> {
  const engines = Object.fromEntries(
    engineVariables.flatMap((name) =>
      config[name] === undefined ? [] : [[name, withoutSecrets(config[name])]],
    ),
  );
  const text = `${JSON.stringify(engines, null, 2)}\n`;
  const before = await readFile(fileOf(folder), 'utf8').catch(() => undefined);
  if (text !== before) await writeDurably(fileOf(folder), text);
}

/** Resolves with the engines of the journal in a data folder; undefined if none has been started there. */
export async function readEngines(folder: string): Promise<FolderEngines | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(folder), 'utf8')) as FolderEngines;
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const fault = code ? `cannot be read (${code})` : 'is not valid JSON; remove it and restart the journal';
    throw new Error(`DATA_DIR: ${fileOf(folder)} ${fault}`, { cause: failure });
  }
}

/** Resolves with a fault for each recorded engine that is no longer configured: an empty one would take its place. */
export async function forgottenEngines(folder: string, env: Environment): Promise<string[]> {
  const engines = (await readEngines(folder)) ?? {};
  const unnamed = Object.entries(engines).filter(([name]) => !env[name]?.trim());
  return unnamed.map(
    ([name, address]) =>
      `${name}: is not set, but the journal in ${folder} was started with ${address}; set it, or, if all its data ` +
      `has moved, remove it from ${fileOf(folder)}`,
  );
}
