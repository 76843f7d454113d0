import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/**
 * Resolves with the header lines and the text of a message of a kind to an address, as the outbox of a data folder keeps
 * it; with undefined while none is there.
 */
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
    if (text.includes(email)) return readable(text);
  }
  return undefined;
}

/** Resolves with all messages of a kind that the outbox of a data folder keeps. */
export async function messagesOf(dataFolder: string, kind: string): Promise<Email[]> {
  const outbox = join(dataFolder, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter(
    (name) => name.endsWith('.eml') && name.includes(`.${kind}.`),
  );
  const read = names.map(async (name) => readFile(join(outbox, name)).catch(() => undefined));
  const found = (await Promise.all(read)).filter((bytes) => bytes !== undefined);
  return Promise.all(found.map((bytes) => PostalMime.parse(bytes)));
}

async function readable(source: string): Promise<string> {
  const { headers, text = '' } = await PostalMime.parse(source);
  return [...headers.map(({ key, value }) => `${key}: ${value}`), '', text].join('\n');
}

/** The temporary password that a message gives. */
export const temporaryPasswordIn = (message: string): string =>
  /\b[3-9A-Y]{4}(-[3-9A-Y]{4}){3}\b/.exec(message)?.[0] ?? '';
