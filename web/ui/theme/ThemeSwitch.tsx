import { atom, useAtom } from 'jotai';
import { useId } from 'react';
import { chooseTheme, shownTheme, type Theme, themes } from './theme.ts';

const names: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' };

/**
 * Chooses the day theme, the night theme or the device's. Shown only if scripts run, because it does nothing without
 * them.
 */
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

const chosen = atom<Theme>('system');
// Only shown, not stored: another tab may have stored a later choice.
chosen.onMount = (show) => show(shownTheme());

/** The reader's choice of theme. */
const themeAtom = atom(
  (get) => get(chosen),
  (_get, set, theme: Theme) => {
    set(chosen, theme);
    chooseTheme(theme);
  },
);
