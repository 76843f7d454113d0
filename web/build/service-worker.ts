import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../offline/service-worker.ts', import.meta.url));
const fileName = 'sw.js';

/**
 * Builds the service worker as a single file. It differs with each build, so that browsers install it together with
 * that build's pages.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'journal:service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, fileName });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[fileName];
      if (worker?.type !== 'chunk') return;
      const build = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
      worker.code += `// ${build}\n`;
    },
  };
}
