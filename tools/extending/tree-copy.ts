import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Copies every file that git knows, as it is now, and links the dependencies: ours to the copies, others to where they are. */
export async function copyTree(target: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  const files = stdout.split('\0').filter(Boolean);
  for (const folder of new Set(files.map((file) => dirname(join(target, file)))))
    await mkdir(folder, { recursive: true });
  // A file that is deleted but not committed yet is none.
  await Promise.all(files.map((file) => cp(join(root, file), join(target, file)).catch(() => undefined)));
  const packages = files.filter((file) => file.endsWith('package.json')).map(dirname);
  for (const folder of packages) await linkModules(folder, target);
}

async function linkModules(folder: string, target: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  for (const name of await readdir(join(root, modules)).catch(() => [])) {
    const scoped = name.startsWith('@') ? await readdir(join(root, modules, name)) : [''];
    for (const inner of scoped) {
      const link = join(modules, name, inner);
      const leads = await realpath(join(root, link)).catch(() => undefined);
      if (leads === undefined) continue;
      const isOurs = !leads.includes('node_modules') && leads.startsWith(root);
      await mkdir(dirname(join(target, link)), { recursive: true });
      await symlink(isOurs ? join(target, relative(root, leads)) : leads, join(target, link));
    }
  }
}
