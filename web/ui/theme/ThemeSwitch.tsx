import { useAtom } from 'jotai';
import { useId } from 'react';
import { ThemeIcon } from './ThemeIcon.tsx';
import { type Theme, themeAtom, themes } from './theme.ts';

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
