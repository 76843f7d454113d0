import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** One change to one file, as given by a `diff` block of a document. */
export type DocumentedChange = {
  readonly path: string;
  /** The places in the file: lines prefixed with a space, `+` or `-`. */
  readonly hunks: readonly (readonly string[])[];
};

const block = /^```diff (\S+)\n([\s\S]*?)^```$/gm;

/** Returns the changes below each second-level heading. */
export function changesIn(document: string): Record<string, readonly DocumentedChange[]> {
  const sections = document.split(/^## /m).slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [title = ''] = section.split('\n', 1);
      const changes = [...section.matchAll(block)].map(([, path = '', text = '']) => ({
        path,
        hunks: text
          .trimEnd()
          .split(/\n@@\n/)
          .map((hunk) => hunk.split('\n')),
      }));
      return [title, changes];
    }),
  );
}

/**
 * Changes the file below `root`, or creates it if every line is an added one. Rejects if a place is not found exactly
 * once.
 */
export async function applyChange(root: string, { path, hunks }: DocumentedChange): Promise<void> {
  const file = join(root, path);
  const isNew = hunks.flat().every((line) => line.startsWith('+'));
  let text = isNew ? '' : await readFile(file, 'utf8');
  for (const hunk of hunks) {
    const before = textOf(hunk, '-');
    const places = isNew ? 1 : text.split(before).length - 1;
    if (places !== 1) throw new Error(`${path} has ${places} places that read:\n${before}`);
    text = isNew ? textOf(hunk, '+') : text.replace(before, () => textOf(hunk, '+'));
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Returns the unchanged lines, and those with the sign, without their first character. */
const textOf = (hunk: readonly string[], sign: '+' | '-') =>
  hunk
    .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
