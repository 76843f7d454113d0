import { dirname } from 'node:path/posix';
import type { IModule } from 'dependency-cruiser';

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

export const folderRule = {
  name: 'no-folder-circles',
  comment: 'of two folders of the web at most one needs the other, directly or through further ones',
} as const;

const production = /(?:^|\/)web\/(?!e2e\/|testing\/|node_modules\/|.*\.spec\.tsx?$)/;

/**
 * Returns the imports that keep folders of the web in circles. dependency-cruiser's own rules for folders can't leave
 * out specs, which may import from above.
 */
export function folderCircles(modules: readonly IModule[]): Violation[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ resolved }) => ({ rule: folderRule.name, from: source, to: resolved }))
      .filter(
        ({ from, to }) => production.test(from) && production.test(to) && dirname(from) !== dirname(to),
      ),
  );
  // What imports nothing that is left, or is imported by nothing that is left, is in no circle.
  for (let before = -1; before !== imports.length; ) {
    before = imports.length;
    const importing = new Set(imports.map(({ from }) => dirname(from)));
    const imported = new Set(imports.map(({ to }) => dirname(to)));
    const left = imports.filter(({ from, to }) => imported.has(dirname(from)) && importing.has(dirname(to)));
    imports.splice(0, imports.length, ...left);
  }
  return imports;
}
