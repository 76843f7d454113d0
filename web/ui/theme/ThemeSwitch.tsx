import { atom, useAtom } from 'jotai';
import { useId } from 'react';
import { withStorage } from '../../data/browser-storage.ts';
import { themeColors, themeKey } from './theme-script.ts';

const names: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' };

/** Day, night, or as the device has it. Shown only where scripts run, for it could do nothing without. */
export function ThemeSwitch() {
  const [theme, chooseTheme] = useAtom(themeAtom);
  const group = useId();
  return (
    <fieldset className="theme-switch">
      <legend className="sr-only">Colour theme</legend>
      {themes.map((choice) => (
        <label key={choice} data-choice={choice} title={names[choice]}>
          <input
            className="sr-only"
            type="radio"
            name={group}
            value={choice}
            checked={theme === choice}
            onChange={() => chooseTheme(choice)}
          />
          <ThemeIcon theme={choice} />
          <span className="sr-only">{names[choice]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const paths: Readonly<Record<Theme, string>> = {
  light:
    'M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM7.3 0h1.4v2.6H7.3zm0 13.4h1.4V16H7.3zM0 7.3h2.6v1.4H0zm13.4 0H16v1.4h-2.6zM1.8 2.8l1-1 1.9 1.9-1 1zm9.5 9.5 1-1 1.9 1.9-1 1zm-9.5.9 1.9-1.9 1 1-1.9 1.9zm9.5-9.5 1.9-1.9 1 1-1.9 1.9z',
  dark: 'M6.2 1A7.2 7.2 0 1 0 15 9.8 6.2 6.2 0 0 1 6.2 1z',
  system: 'M1 2h14v9.5H1zm1.6 1.6v6.3h10.8V3.6zM5 13h6v1.5H5z',
};

function ThemeIcon({ theme }: { theme: Theme }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={paths[theme]} />
    </svg>
  );
}

/** What a reader may choose. `system` follows the device. */
const themes = ['light', 'dark', 'system'] as const;
type Theme = (typeof themes)[number];

const chosen = atom<Theme>('system');

/** The reader's choice. Writing it applies it to the page at once and keeps it for the next visit. */
const themeAtom = atom(
  (get) => get(chosen),
  (_get, set, theme: Theme) => {
    set(chosen, theme);
    applyTheme(theme);
    // A browser that stores nothing still changes this page.
    withStorage((storage) =>
      theme === 'system' ? storage.removeItem(themeKey) : storage.setItem(themeKey, theme),
    );
  },
);
themeAtom.onMount = (choose) => {
  const stored = withStorage((storage) => storage.getItem(themeKey));
  choose(themes.find((theme) => theme === stored) ?? 'system');
};

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofDevice = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = themeColors[theme === 'system' ? ofDevice : theme];
  }
}
