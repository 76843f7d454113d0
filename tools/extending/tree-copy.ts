import { cp, mkdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trackedFiles } from '../check/house-rules.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Copies every file known to git in its present state, with links to the installed packages and to the copies of ours.
 */
export async function copyTree(target: string): Promise<void> {
  const files = trackedFiles(root);
  for (const folder of new Set(files.map((file) => dirname(join(target, file)))))
    await mkdir(folder, { recursive: true });
  await Promise.all(files.map((file) => cp(join(root, file), join(target, file))));
  // pnpm's links are relative: in the copy they lead to its own packages, and through one link to everything installed.
  const options = {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source: string) => !['.pnpm', '.cache', '.bin'].includes(basename(source)),
  };
  for (const manifest of files.filter((file) => file.endsWith('package.json'))) {
    const modules = join(dirname(manifest), 'node_modules');
    await cp(join(root, modules), join(target, modules), options).catch(() => undefined);
  }
  await symlink(join(root, 'node_modules', '.pnpm'), join(target, 'node_modules', '.pnpm'));
}
