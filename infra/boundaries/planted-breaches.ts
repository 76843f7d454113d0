import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './cruise.ts';

export interface PlantedBreach {
  file: string;
  /** The rule that this file is there to break, from its first line. */
  rule: string;
}

/** Every planted file that says what it breaks; the others are what those import. */
export function plantedBreaches(): PlantedBreach[] {
  return globSync('infra/boundaries/planted/**/*.ts', { cwd: root }).flatMap((file) => {
    const rule = /^\/\/ breaks: (\S+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1];
    return rule ? [{ file, rule }] : [];
  });
}
