import type { Plugin } from 'vite';

const firstFonts = /journal-(?:display|text)-basic\.[^/]+$/;

/**
 * Makes pages preload the two fonts that every page needs first; the others load when a page has letters for them. The
 * manifest lists only these two, because Vike compares all fonts it knows with each other for every page.
 */
export function preloadFirstFonts(): Plugin {
  return {
    name: 'journal:preload-first-fonts',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          const assets = file.viteMetadata?.importedAssets;
          for (const asset of assets ?? [])
            if (asset.endsWith('.woff2') && !firstFonts.test(asset)) assets?.delete(asset);
        }
      },
    },
  };
}
