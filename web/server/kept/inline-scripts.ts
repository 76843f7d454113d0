import { createHash } from 'node:crypto';
import { headScript } from '../../head/head-script.ts';
import { speculationRules } from '../../ui/link/speculation-rules.ts';

/** Executable inline scripts of a whole page, all constant. */
const known: ReadonlySet<string> = new Set([headScript, speculationRules]);

/** Hashes of these scripts, as CSP sources. */
export const scriptHashes: readonly string[] = [...known].map(
  (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
);

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
/** Browsers run neither kind as an inline script. */
const harmless = /\bsrc=|\btype="application\/(?:ld\+)?json"/;

/** Returns the inline scripts of a page that the hashes do not allow. */
export function unknownScripts(html: string): string[] {
  return [...html.matchAll(scripts)].flatMap(([, attributes = '', text = '']) =>
    harmless.test(attributes) || known.has(text) ? [] : [text],
  );
}
