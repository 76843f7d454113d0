import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A fault in a file, as the person reads it; none where the file keeps the rule. */
export type HouseRule = (file: TrackedFile) => string[];

const isCode = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path);
const isSpec = (path: string) => /\.spec\.tsx?$/.test(path);

/** Longer files have a split point that somebody missed. */
export const notTooLong: HouseRule = ({ path, text }) => {
  const isExempt = isSpec(path) || /\/migrations\//.test(path);
  const lines = text.split('\n').length - 1;
  return isCode(path) && !isExempt && lines > 300 ? [`has ${lines} lines; split it below 300`] : [];
};

/** Nothing in the tree may depend on the machine or the network of whoever wrote it. */
export const noForeignPlaces: HouseRule = ({ path, text }) => {
  if (path.startsWith('tools/check/house-rules')) return [];
  const places: [RegExp, string][] = [
    [/(?<![\w.])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.]/, 'a path of one machine'],
    [
      /registry\.(?:npmjs\.org|yarnpkg\.com)|npm\.pkg\.github\.com|\b[\w-]+\.pythonhosted\.org/,
      'the host of a registry',
    ],
    [/\bresolution:.*\btarball:/, 'where a package was fetched from'],
  ];
  return places.flatMap(([pattern, what]) => {
    const line = text.split('\n').findIndex((each) => pattern.test(each));
    return line < 0 ? [] : [`line ${line + 1} names ${what}`];
  });
};

/** A spec that is left out, or that leaves others out, passes without testing. */
export const everySpecRuns: HouseRule = ({ path, text }) =>
  isSpec(path) &&
  !path.startsWith('tools/check/house-rules') &&
  /\b(?:test|it|describe|suite)\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\btestInfo\.skip\b/.test(text)
    ? ['skips a test or runs only some']
    : [];

/** Unit specs share the modules of their process, so a module replaced by one is replaced for others, or too late. */
export const noModuleIsReplaced: HouseRule = ({ path, text }) =>
  isSpec(path) && /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/.test(text)
    ? ['replaces a module; hand the part in instead']
    : [];

/** Deciders answer the same to the same, always. */
export const domainIsPure: HouseRule = ({ path, text }) => {
  const isDomain = /^services\/command\/src\/(?:.*\/)?[\w-]+\.(?:decider|state)\.ts$/.test(path);
  if (!isDomain || isSpec(path)) return [];
  const found =
    /\b(?:new Date\b|Date\.now|Math\.random|performance\.|crypto\.|process\.|fetch\(|set(?:Timeout|Interval|Immediate)\()/.exec(
      text,
    );
  return found ? [`is part of the domain and uses ${found[0]}`] : [];
};

/** The environment is read by a service's config.ts, which its main.ts hands it to. */
export const onlyConfigReadsEnvironment: HouseRule = ({ path, text }) => {
  const isService = /^(?:packages|services|web)\//.test(path) && isCode(path) && !isSpec(path);
  const isExempt =
    /(?:^|\/)(?:config|main)\.ts$|\/scripts\/|vite\.config\.ts$|\/(?:contract|fixtures|testing|e2e)\/|\/start-(?:kurrentdb|meilisearch)\.ts$/.test(
      path,
    );
  return isService && !isExempt && /\bprocess\.env\b/.test(text) ? ['reads process.env'] : [];
};

export const houseRules: Readonly<Record<string, HouseRule>> = {
  notTooLong,
  noForeignPlaces,
  everySpecRuns,
  noModuleIsReplaced,
  domainIsPure,
  onlyConfigReadsEnvironment,
};

export interface TrackedFile {
  /** From the root of the tree, with forward slashes. */
  path: string;
  text: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every text file that git tracks or would track, so that a fault is found before the commit. */
export function trackedFiles(): TrackedFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}
