import { lstat, readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { CommandError } from '../terminal.ts';
import { ghostSource, isGhostExport } from './ghost.ts';
import { markdownPiece } from './markdown.ts';
import type { Source } from './piece.ts';
import { wordpressSource } from './wordpress.ts';

/**
 * Resolves with the pieces in a file or folder: Markdown with front matter (including the folder of an export of this
 * journal), a Ghost export (JSON) or a WordPress export (WXR). Rejects with `CommandError` for anything else.
 */
export async function readSource(path: string): Promise<Source> {
  const found = await lstat(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read.`, { cause });
  });
  if (found.isDirectory()) return folderSource(path);
  const text = await readFile(path, 'utf8');
  switch (extname(path).toLowerCase()) {
    case '.md':
    case '.markdown':
      return sourceOf([markdownPiece(path.split('/').at(-1) ?? path, text, path)]);
    case '.json':
      return ghostSource(ghostExportIn(path, text));
    case '.xml':
    case '.wxr':
      return wordpressSource(text) ?? refuse(path, 'is not a WordPress export (WXR)');
    default:
      return refuse(path, 'is neither Markdown nor a Ghost (.json) or WordPress (.xml) export');
  }
}

async function folderSource(folder: string): Promise<Source> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pieces = [];
  const leftOut: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    // Files that an export of this journal has beside its articles.
    if (/^(issues|pages)\//.test(name)) leftOut.push(`${name}: issues and pages cannot be imported`);
    else if (/\.(md|markdown)$/i.test(name))
      pieces.push(markdownPiece(name, await readFile(path, 'utf8'), path));
    else if (name !== 'manifest.json') leftOut.push(`${name}: is not Markdown`);
  }
  return { ...sourceOf(pieces), leftOut };
}

/** Separates pieces from the reasons why there is none. */
const sourceOf = (found: readonly ReturnType<typeof markdownPiece>[]): Source => ({
  pieces: found.filter((one) => typeof one !== 'string'),
  unreadable: found.filter((one) => typeof one === 'string'),
  leftOut: [],
});

function ghostExportIn(path: string, text: string) {
  try {
    const found: unknown = JSON.parse(text);
    if (isGhostExport(found)) return found;
  } catch {
    // Refused below, like any other JSON.
  }
  return refuse(path, 'is not a Ghost export');
}

function refuse(path: string, why: string): never {
  throw new CommandError(`${path} ${why}.`);
}
