import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOnce } from './child-process.mjs';
import { environmentFor, node24, root } from './environment.mjs';
import { ensure, filesBelow } from './stamp.mjs';

const web = join(root, 'web');
const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js');

function inputs() {
  const packages = ['contracts', 'events'].flatMap((name) => filesBelow(join(root, 'packages', name)));
  return [...filesBelow(web), ...packages, join(root, 'pnpm-lock.yaml')];
}

/** Builds web/dist unless it is up to date with its sources. Rejects if the build fails. */
export function ensureBuilt() {
  const stamp = join(web, 'dist', '.journal-built');
  return ensure({ name: 'build', stamp, inputs, done: 'Pages built' }, async () => {
    process.stderr.write('Building the pages …\n');
    if (!existsSync(vite))
      throw new Error(`Vite is missing from ${dirname(vite)}: remove node_modules and try again.`);
    const code = await runOnce(node24, [vite, 'build'], environmentFor('production'), web);
    if (code !== 0) throw new Error(`Building the pages failed (vite exited with ${code}); see above.`);
  });
}
