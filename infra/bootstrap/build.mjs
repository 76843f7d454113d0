import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOnce } from './child-process.mjs';
import { environmentFor, node24, root } from './environment.mjs';
import { filesBelow, fingerprint, isStamped, withLock, writeStamp } from './stamp.mjs';

const web = join(root, 'web');
const stamp = join(web, 'dist', '.journal-built');

/** Makes sure that web/dist is built from the sources as they are now. Throws where the build fails. */
export async function ensureBuilt() {
  if (isStamped(stamp, inputs())) return;
  await withLock('build', async () => {
    const wanted = inputs();
    if (isStamped(stamp, wanted)) return;
    process.stderr.write('Building the pages …\n');
    const began = Date.now();
    const code = await runOnce(node24, [viteCli(), 'build'], environmentFor('production'), {
      cwd: web,
      quiet: true,
    });
    if (code !== 0) throw new Error(`The pages could not be built (vite ended with ${code}); see above.`);
    writeStamp(stamp, wanted);
    process.stderr.write(`The pages are built (${((Date.now() - began) / 1_000).toFixed(1)} s).\n`);
  });
}

function inputs() {
  const packages = ['contracts', 'events'].flatMap((name) => filesBelow(join(root, 'packages', name)));
  return fingerprint([...filesBelow(web), ...packages, join(root, 'pnpm-lock.yaml')]);
}

function viteCli() {
  const cli = join(web, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(cli))
    throw new Error(`Vite is missing from ${dirname(cli)}: remove node_modules and try again.`);
  return cli;
}
