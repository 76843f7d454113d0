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

/** Code that every page runs before hydration, and the modules it shares with the hydrated page. */
const client =
  /vite\/preload-helper|\/web\/(?:client\/|live\/(?:change-stream|session-tabs|topics)\.ts|ui\/theme\/theme(?:-script)?\.ts|data\/(?:browser-storage|sent-reads)\.ts|features\/(?:article\/local-date|site\/menu-on-demand)\.ts)|\/contracts\/src\/(?:changes\/topics|system\/position-header)\.ts/;

/** Search suggestions; self-contained, and loaded before everything else. */
const suggestions =
  /\/web\/features\/(?:search\/(?:suggest-box|suggestion-list|suggestion-search|marked-parts)|section\/section-marks)\.ts/;

/** Code that every hydrated page needs. */
const shell =
  /vike:global-entry|\/node_modules\/(?:react|react-dom|scheduler|jotai|@tanstack|vike-react|react-streaming)\/|\/node_modules\/vike\/(?!dist\/client\/runtime-client-routing\/entry\.js$)|\/web\/(?:data\/(?:session|use-api|api|forget-draft|page-data|page-definition|prefetch|reader\.api)\.ts|live\/|ui\/(?:motion|theme|link)\/|(?:features\/(?:site\/(?:Masthead|Footer)\.tsx|article\/article-format\.ts)|ui\/toast\/toast\.ts))/;

/** Code shared by the pages for reading. */
const reading =
  /\/web\/(?:pages\/(?:index|@section|article|about)\/|features\/(?:home|article)\/|ui\/list\/)/;

/** Code that most pages need. */
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
    // The content security policy allows data: URLs for images only.
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A single file compresses better than its parts.
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
