import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress-assets.ts';

/** What every page has in any case. */
const shell =
  /\/node_modules\/(?:react|react-dom|scheduler|jotai|@tanstack|vike-react|react-streaming)\/|\/web\/(?:data\/(?:session|use-api|api|browser-storage|forget-draft|page-data|page-definition|prefetch|reader\.api)\.ts|live\/|ui\/(?:motion|theme|link)\/|(?:features\/site\/(?:Masthead|Footer)\.tsx|ui\/toast\/toast\.ts))/;

export default defineConfig({
  plugins: [vike(), react(), tailwindcss(), compressAssets()],
  build: {
    // The policy lets nothing in from data: URLs but images.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file compresses better than its parts.
            codeSplitting: { groups: [{ name: 'shell', test: shell }] },
          },
        },
      },
    },
  },
});
