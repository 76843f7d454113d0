import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/**
 * Resolves with the header lines and the text of a message of a kind to an address, from the outbox of a data folder;
 * undefined if there is none.
 */
export async function findMessage(
  dataFolder: string,
  kind: string,
  email: string,
): Promise<string | undefined> {
  const outbox = join(dataFolder, 'outbox');
  for (const name of await readdir(outbox).catch(() => [])) {
    if (!name.endsWith('.eml') || !name.includes(kind)) continue;
    // It may have been removed in the meantime.
    const text = await readFile(join(outbox, name), 'utf8').catch(() => '');
    if (text.includes(email)) return readable(await PostalMime.parse(text));
  }
  return undefined;
}

/** Returns the header lines and the text of a message. */
export function readable({ headers, text = '' }: Email): string {
  return [...headers.map(({ key, value }) => `${key}: ${value}`), '', text].join('\n');
}

/** Returns the temporary password in a message. */
export const temporaryPasswordIn = (message: string): string =>
  /\b[3-9A-Y]{4}(-[3-9A-Y]{4}){3}\b/.exec(message)?.[0] ?? '';
