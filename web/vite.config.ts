import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { clientEntry } from './build/client-entry.ts';
import { compressAssets } from './build/compress-assets.ts';
import { keepEarlierBuilds } from './build/keep-earlier-builds.ts';
import { preloadFirstFonts } from './build/preload-first-fonts.ts';
import { serviceWorker } from './build/service-worker.ts';

/** What every page runs before it is hydrated, with what the hydrated page has in common with it. */
const client =
  /vite\/preload-helper|\/web\/(?:client\/|live\/(?:change-stream|session-tabs|topics)\.ts|ui\/theme\/theme(?:-script)?\.ts|data\/(?:browser-storage|sent-reads)\.ts|features\/(?:article\/local-date|site\/menu-on-demand)\.ts)|\/contracts\/src\/(?:changes\/topics|system\/headers)\.ts/;

/** What suggests articles for a search; it needs nothing else and comes before all the rest. */
const suggestions =
  /\/web\/features\/(?:search\/(?:suggest-box|suggestion-list|suggestion-search|marked-parts)|section\/section-marks)\.ts/;

/** What every hydrated page has in any case. */
const shell =
  /vike:global-entry|\/node_modules\/(?:react|react-dom|scheduler|jotai|@tanstack|vike-react|react-streaming)\/|\/node_modules\/vike\/(?!dist\/client\/runtime-client-routing\/entry\.js$)|\/web\/(?:data\/(?:session|use-api|api|forget-draft|page-data|page-definition|prefetch|reader\.api)\.ts|live\/|ui\/(?:motion|theme|link)\/|(?:features\/(?:site\/(?:Masthead|Footer)\.tsx|article\/article-words\.ts)|ui\/toast\/toast\.ts))/;

/** What the pages for reading have in common. */
const reading =
  /\/web\/(?:pages\/(?:index|@section|article|about)\/|features\/(?:home|article)\/|ui\/list\/)/;

/** What most pages have. */
const artwork = /\/web\/(?:ui\/(?:artwork|layout)|features\/section)\//;

export default defineConfig({
  plugins: [
    clientEntry(),
    vike(),
    react(),
    tailwindcss(),
    preloadFirstFonts(),
    serviceWorker(),
    compressAssets(),
    keepEarlierBuilds(),
  ],
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('ui/dialog/scroll-lock-style.ts', import.meta.url)),
    },
  },
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
            codeSplitting: {
              groups: [
                { name: 'client', test: client, priority: 2 },
                { name: 'suggestions', test: suggestions, priority: 2 },
                { name: 'shell', test: shell, priority: 1 },
                { name: 'artwork', test: artwork, priority: 1 },
                { name: 'reading', test: reading },
              ],
            },
          },
        },
      },
    },
  },
});
