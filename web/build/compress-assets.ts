import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json)$/;
const worthwhile = 1_000;

/** Writes a Brotli and a gzip file beside each text file for browsers, at the highest compression level. */
export function compressAssets(): Plugin {
  return {
    name: 'journal:compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return;
        const files = [...Object.keys(bundle), ...(await readdir(dir))];
        await Promise.all(
          files.filter((name) => compressible.test(name)).map((name) => compress(join(dir, name))),
        );
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < worthwhile) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await Promise.all([
    promisify(brotliCompress)(text, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(text, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}
