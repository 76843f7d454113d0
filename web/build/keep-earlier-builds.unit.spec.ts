import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { compressAssets } from './compress-assets.ts';
import { keepEarlierBuilds } from './keep-earlier-builds.ts';

test('the assets of the two previous builds are kept beside those of the latest', async () => {
  const root = await mkdtemp(join(tmpdir(), 'journal-builds-'));
  const input = join(root, 'entry.js');
  /** Builds the text and returns the number of builds whose files are there. */
  const builtWith = async (text: string) => {
    await writeFile(input, `console.log('${text.repeat(1_000)}')`);
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [compressAssets(), keepEarlierBuilds()],
      build: { outDir: 'dist/client', rolldownOptions: { input } },
    });
    const files = await readdir(join(root, 'dist/client/assets'));
    return files.filter((file) => /\.js(\.br|\.gz)?$/.test(file)).length / 3;
  };
  expect(await builtWith('a')).toBe(1);
  // The same assets do not count as another build.
  expect(await builtWith('a')).toBe(1);
  expect(await builtWith('b')).toBe(2);
  expect(await builtWith('c')).toBe(3);
  expect(await builtWith('d')).toBe(3);
  // A build that recurs becomes the latest again.
  expect(await builtWith('b')).toBe(3);
  expect(await builtWith('e')).toBe(3);
  expect(await builtWith('b')).toBe(3);
  await rm(root, { recursive: true });
});
