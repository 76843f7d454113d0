import { createHash } from 'node:crypto';
import { headScript } from '../../head/head-script.ts';
import { speculationRules } from '../../ui/link/speculation-rules.ts';

/** The inline scripts of a whole page that run. All constant texts. */
const known: ReadonlySet<string> = new Set([headScript, speculationRules]);

/** The hashes of these scripts, as a policy names them. */
export const scriptHashes: readonly string[] = [...known].map(
  (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
);

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
/** Neither is run by browsers as an inline script. */
const harmless = /\bsrc=|\btype="application\/(?:ld\+)?json"/;

/** Returns the inline scripts of a page that the hashes do not let run. */
export function unknownScripts(html: string): string[] {
  return [...html.matchAll(scripts)].flatMap(([, attributes = '', text = '']) =>
    harmless.test(attributes) || known.has(text) ? [] : [text],
  );
}
