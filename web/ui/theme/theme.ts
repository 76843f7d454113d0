import { atom } from 'jotai';
import { themeColors } from './theme-colors.ts';

/** What a reader may choose. `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Where the choice is kept in the browser, shared with `theme-script.ts`. */
export const themeKey = 'journal-theme';

const chosen = atom<Theme>('system');

/** The reader's choice. Writing it applies it to the page at once and keeps it for the next visit. */
export const themeAtom = atom(
  (get) => get(chosen),
  (_get, set, theme: Theme) => {
    set(chosen, theme);
    applyTheme(theme);
    keepTheme(theme);
  },
);
themeAtom.onMount = (choose) => {
  choose(keptTheme());
};

function keptTheme(): Theme {
  try {
    const kept = localStorage.getItem(themeKey);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

function keepTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch {
    // A browser that keeps nothing still changes this page.
  }
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofDevice = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = themeColors[theme === 'system' ? ofDevice : theme];
  }
}
