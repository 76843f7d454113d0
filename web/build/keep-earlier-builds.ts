import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Builds whose files are kept beside those of the latest. */
const earlierBuilds = 2;
/** The folder of the files that have their content's hash in their names. */
const assets = 'assets';

/**
 * Keeps the assets of the two builds before, so that pages that were loaded from them still find their code. `builds.json`
 * beside the folder of the client lists the assets of each build, the latest first. A build with the same assets as the
 * one before takes its place.
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

/** Removes the assets that are of no build that is kept, with their compressed versions. */
async function removeOthers(dir: string, kept: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(join(dir, assets), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1));
  const others = files.filter((file) => !kept.has(file.replaceAll(sep, '/').replace(/\.(br|gz)$/, '')));
  await Promise.all(others.map((file) => rm(join(dir, file))));
}
