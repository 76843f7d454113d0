import { readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The entries of Vite's manifest that lead from a page to its files. */
type Manifest = Readonly<
  Record<string, { file: string; imports?: readonly string[]; css?: readonly string[] }>
>;

const kinds = ['script', 'style', 'font'] as const;
type Kind = (typeof kinds)[number];

/** Sizes in bytes, compressed. `total` and `requests` include the document, and are measured by a browser. */
export type Budgets = {
  /** All fonts together that only some pages need, for additional letters. */
  readonly furtherFonts: number;
  readonly everyPage: Readonly<Record<Kind | 'requests', number>>;
  readonly pages: Readonly<Record<string, { readonly entry: string; readonly total: number }>>;
};

/**
 * Returns a message for each budget that the build exceeds: a page's style sheets, the scripts that it loads before any
 * interaction, the fonts that every page needs, and all other fonts, of which no page can load more.
 */
export function exceededBudgets(budgets: Budgets, manifest: Manifest, sizeOf: (file: string) => number) {
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const fonts = [...files].filter((file) => file.endsWith('.woff2'));
  const isBasic = (file: string) => /-basic\.[^/]+$/.test(file);
  const starter = reachedFrom(manifest, (key) => key.endsWith('/runtime-client-routing/entry.js'));
  const sum = (of: Iterable<string>) => [...new Set(of)].reduce((bytes, file) => bytes + sizeOf(file), 0);
  const further = sum(fonts.filter((file) => !isBasic(file)));
  const tooManyLetters =
    further > budgets.furtherFonts
      ? [`fonts for further letters: ${further} bytes, at most ${budgets.furtherFonts}`]
      : [];
  const pages = Object.entries(budgets.pages).flatMap(([name, { entry }]) => {
    const page = reachedFrom(manifest, (key) => key === `virtual:vike:page-entry:client:${entry}`);
    const weights: Record<Kind, number> = {
      script: sum(starter.map(({ file }) => file)),
      style: sum(page.flatMap(({ css = [] }) => css)),
      font: sum(fonts.filter(isBasic)),
    };
    return kinds.flatMap((kind) => {
      if (weights[kind] === 0) return [`${name}: no ${kind} was found in the build`];
      return weights[kind] > budgets.everyPage[kind]
        ? [`${name}: ${weights[kind]} bytes of ${kind}, at most ${budgets.everyPage[kind]}`]
        : [];
    });
  });
  return [...tooManyLetters, ...pages];
}

/** Returns the matching entry and everything that it imports before it runs. */
function reachedFrom(manifest: Manifest, isMeant: (key: string) => boolean): Manifest[string][] {
  const keys = new Set(Object.keys(manifest).filter(isMeant));
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return [...keys].flatMap((key) => manifest[key] ?? []);
}

/** Returns the size of a built file as sent to a browser that accepts Brotli. */
function builtSize(file: string): number {
  const path = fileURLToPath(new URL(`../../web/dist/client/${file}`, import.meta.url));
  return statSync(`${path}.br`, { throwIfNoEntry: false })?.size ?? statSync(path).size;
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

if (import.meta.main) {
  const exceeded = exceededBudgets(
    readJson('web/budgets.json') as Budgets,
    readJson('web/dist/assets.json') as Manifest,
    builtSize,
  );
  for (const fault of exceeded) process.stdout.write(`${fault}\n`);
  process.exitCode = exceeded.length > 0 ? 1 : 0;
}
