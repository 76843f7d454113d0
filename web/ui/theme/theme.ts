import { withStorage } from '../../data/browser-storage.ts';
import { themeColors, themeKey } from './theme-script.ts';

/** Themes that a reader can choose. `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Returns the theme that the page shows: the stored one, which `themeScript` applied, or a later choice. */
export function shownTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';
}

/** Returns the stored choice, or undefined if the browser stores nothing. */
export function storedTheme(): Theme | undefined {
  return withStorage((storage) => themes.find((theme) => theme === storage.getItem(themeKey)) ?? 'system');
}

/** Applies a choice to the page immediately, and stores it for the next visit if the browser allows that. */
export function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofDevice = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = themeColors[theme === 'system' ? ofDevice : theme];
  }
  withStorage((storage) =>
    theme === 'system' ? storage.removeItem(themeKey) : storage.setItem(themeKey, theme),
  );
}
