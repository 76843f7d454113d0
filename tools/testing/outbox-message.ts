import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of a message of a kind to an address, as the outbox of a data folder keeps it; undefined while none is there. */
export async function findMessage(
  dataFolder: string,
  kind: string,
  email: string,
): Promise<string | undefined> {
  const outbox = join(dataFolder, 'outbox');
  for (const name of await readdir(outbox).catch(() => [])) {
    if (!name.endsWith('.eml') || !name.includes(kind)) continue;
    // It may be removed meanwhile.
    const text = await readFile(join(outbox, name), 'utf8').catch(() => '');
    if (text.includes(email)) return unquoted(text);
  }
  return undefined;
}

/** The temporary password that a message gives. */
export const temporaryPasswordIn = (message: string): string =>
  /\b[3-9A-Y]{4}(-[3-9A-Y]{4}){3}\b/.exec(message)?.[0] ?? '';

/** Quoted-printable (RFC 2045, 6.7) as it is meant, for what is ASCII. */
const unquoted = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
