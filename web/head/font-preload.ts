import type { InjectFilterEntry } from 'vike/types';

const firstFonts = /journal-(display|text)-latin\.[^/]+$/;

/** Preloads the two fonts that every page begins with; the others come when a page has letters for them. */
export function preloadFirstFonts(assets: InjectFilterEntry[]): void {
  for (const asset of assets) {
    if (asset.assetType === 'font' && !firstFonts.test(asset.src)) asset.inject = false;
  }
}
