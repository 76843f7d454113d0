import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { addressOf } from '../launcher/address.ts';
import { WrongUse } from './invocation.ts';

/** Where the command line is used: what it says and hears, and what it is told by the environment. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  input: Readable & { isTTY?: boolean };
  /** Results alone, so that they can be passed on. */
  output: Pick<Writable, 'write'>;
  /** Everything else. */
  messages: Writable;
}

/** Asks a question that is answered with a word; an input that ends without one has not given it. */
export async function ask({ input, messages }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output: messages });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return (await Promise.race([lines.question(question), ended])).trim();
  } finally {
    lines.close();
  }
}

/** The journal did not do it; the message is for the person. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

type Environment = Readonly<Record<string, string | undefined>>;

const setting = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

/** The origin of the journal: as it was given, or as its own start would have it. Throws `WrongUse` for none. */
export function journalAddress(environment: Environment, given?: string): string {
  const own = addressOf({
    ...(setting(environment, 'PUBLIC_URL')
      ? { PUBLIC_URL: setting(environment, 'PUBLIC_URL') as string }
      : {}),
    HOST: setting(environment, 'HOST') ?? '127.0.0.1',
    PORT: portOf(setting(environment, 'PORT') ?? '3000'),
  });
  return originOf(given ?? own);
}

function portOf(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > 65_535)
    throw new WrongUse(`PORT is "${text}", which is no port.`);
  return Number(text);
}

/** The origins that tell how the services are. */
export function serviceAddresses(environment: Environment, journal: string, given?: string): string[] {
  const named = given ?? setting(environment, 'SERVICE_URLS');
  return named === undefined ? [journal] : named.split(',').map((each) => originOf(each.trim()));
}

function originOf(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new WrongUse(`"${text}" is no address: http(s)://host:port.`);
  return new URL(text).origin;
}

/** Where a file that the person names is, also where npm has moved to the project's folder. */
export const fileOf = (environment: Environment, name: string): string =>
  resolve(environment['INIT_CWD'] ?? '.', name);

/** The token by which programs are known. Rejects, saying where it was looked for, where there is none. */
export async function serviceToken(environment: Environment): Promise<string> {
  const given = setting(environment, 'SERVICE_TOKEN');
  if (given) return given;
  const file = resolve(join(setting(environment, 'DATA_DIR') ?? '.data', 'secrets.json'));
  try {
    const { SERVICE_TOKEN } = JSON.parse(await readFile(file, 'utf8')) as { SERVICE_TOKEN?: string };
    if (SERVICE_TOKEN) return SERVICE_TOKEN;
  } catch {
    // Said below: it is missing, or not ours to read.
  }
  throw new Error(`There is no token: SERVICE_TOKEN is not set, and none can be read in ${file}.`);
}
