import { readFileSync } from 'node:fs';
import type { Section } from '@journal/contracts';
import type { Ink } from '../../ui/artwork/shapes.ts';

const css = (name: string) => readFileSync(new URL(`../../styles/${name}.css`, import.meta.url), 'utf8');
const [artwork, theme] = [css('artwork'), css('theme')];

/** Returns the inks of a cover in the light theme, from the style sheet. Throws if it has no such set. */
export function inksOf(section: Section, set: number): Record<Ink, string> {
  const [, rules = ''] = new RegExp(`\\.cover-${section}\\.inks-${set} \\{([^}]*)\\}`).exec(artwork) ?? [];
  const ink = (name: Ink) => found(new RegExp(`--${name}: (#\\w+);`).exec(rules));
  return { a: ink('a'), b: ink('b'), c: ink('c'), k: ink('k'), p: ink('p') };
}

/** Returns a theme colour in the light theme. Throws if there is none with this name. */
export const themeColour = (name: 'paper' | 'ink' | 'muted' | Section): string =>
  found(new RegExp(`--color-${name}: light-dark\\((#\\w+),`).exec(theme));

function found(match: RegExpExecArray | null): string {
  if (match?.[1] === undefined) throw new Error('The style sheets do not define this colour');
  return match[1];
}
