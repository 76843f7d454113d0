import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Number of earlier builds whose files are kept beside the latest. */
const earlierBuilds = 2;
/** Folder of the files with a content hash in their names. */
const assets = 'assets';

/**
 * Keeps the assets of the two previous builds, so that pages loaded from them still find their code. `builds.json`,
 * beside the client's folder, lists the assets of each build, latest first. A build with the same assets as an earlier
 * one replaces it.
 */
export function keepEarlierBuilds(): Plugin {
  return {
    name: 'journal:keep-earlier-builds',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) => (name === 'client' ? { build: { emptyOutDir: false } } : undefined),
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return;
        const latest = Object.keys(bundle)
          .filter((file) => file.startsWith(`${assets}/`))
          .sort();
        const manifest = join(dir, '..', 'builds.json');
        const earlier = (await readBuilds(manifest)).filter((files) => String(files) !== String(latest));
        const builds = [latest, ...earlier].slice(0, 1 + earlierBuilds);
        await writeFile(manifest, JSON.stringify(builds));
        await removeOthers(dir, new Set(builds.flat()));
      },
    },
  };
}

async function readBuilds(manifest: string): Promise<string[][]> {
  try {
    return JSON.parse(await readFile(manifest, 'utf8')) as string[][];
  } catch {
    return [];
  }
}

/** Removes the assets that belong to none of the kept builds, along with their compressed versions. */
async function removeOthers(dir: string, kept: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(join(dir, assets), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1));
  const others = files.filter((file) => !kept.has(file.replaceAll(sep, '/').replace(/\.(br|gz)$/, '')));
  await Promise.all(others.map((file) => rm(join(dir, file))));
}
