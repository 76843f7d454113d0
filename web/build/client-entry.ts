import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const starter = fileURLToPath(new URL('../client/start-client.ts', import.meta.url));

/** Replaces Vike's own entry with `startClient`, which loads the original when the page is to be hydrated. */
export function clientEntry(): Plugin {
  return {
    name: 'journal:client-entry',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /\/vike\/dist\/client\/runtime-client-routing\/entry\.js$/ },
      handler: (id) =>
        `import { startClient } from ${JSON.stringify(starter)};
        startClient(() => import(${JSON.stringify(`${id}?vike`)}));`,
    },
  };
}
