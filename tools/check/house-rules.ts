import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { generatedFaults } from './generated-files.ts';

interface HouseRule {
  /** Paths that the rule applies to, and those of them that are exempt. */
  files: RegExp;
  except?: RegExp;
  /** What none of those files may contain. */
  pattern: RegExp;
  fault: string;
}

const itself = /^tools\/check\/house-rules/;

/** The specification's exact texts with a straight apostrophe, or a hyphen for "to". */
const specifiedTexts = [
  "today's conversations",
  "We'll review it",
  "The article you're looking for doesn't exist",
  "Passwords don't match",
  "the following week's issue",
  '800-1200 words',
  'ages 12-18',
  'contributors aged 12-18',
].join('|');

/** Rules that neither Biome nor the boundaries can check. */
export const houseRules = {
  noPathOfOneMachine: {
    files: /./,
    except: itself,
    pattern: /(?<![\w.])\/(?:work|root|home\/\w+|Users\/\w+)\/[\w.]/,
    fault: 'names a path of one machine',
  },
  noRegistry: {
    files: /./,
    except: itself,
    pattern:
      /registry\.(?:npmjs\.org|yarnpkg\.com)|npm\.pkg\.github\.com|\b[\w-]+\.pythonhosted\.org|\bresolution:.*\btarball:/,
    fault: 'names where a package was fetched from',
  },
  // A spec that is skipped, or that skips others, passes without testing.
  everySpecRuns: {
    files: /\.spec\.tsx?$/,
    except: itself,
    pattern: /\b(?:test|it|describe|suite)\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\btestInfo\.skip\b/,
    fault: 'skips a test or runs only some',
  },
  // Unit specs share the modules of their process, so replacing a module affects other specs, or comes too late.
  noModuleIsReplaced: {
    files: /\.spec\.tsx?$/,
    pattern: /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/,
    fault: 'replaces a module; hand the part in instead',
  },
  domainIsPure: {
    files: /^services\/command\/src\/(?:.*\/)?[\w-]+\.(?:decider|state)\.ts$/,
    pattern:
      /\b(?:new Date\b|Date\.now|Math\.random|performance\.|crypto\.|process\.|fetch\(|set(?:Timeout|Interval|Immediate)\()/,
    fault: 'is part of the domain and not pure',
  },
  onlyConfigReadsEnvironment: {
    files: /^(?:packages|services|web)\/.*\.(?:ts|tsx|mjs|js)$/,
    except:
      /\.spec\.tsx?$|(?:^|\/)(?:config|main)\.ts$|\/scripts\/|vite\.config\.ts$|\/(?:contract|fixtures|testing|e2e)\/|\/start-(?:kurrentdb|meilisearch)\.ts$/,
    pattern: /\bprocess\.env\b/,
    fault: 'reads process.env',
  },
  // Comments are read by developers only.
  sentencesAreTypeset: {
    files:
      /^(?:web\/(?!e2e|fonts|ui\/artwork)|packages\/(?:contracts\/src|events\/src\/(?:fields|catalogue))\/|services\/worker\/src\/mail\/messages).*\.tsx?$/,
    except: /\.spec\.tsx?$|\.routes\.ts$/,
    pattern: new RegExp(
      `^(?!.*(?:${specifiedTexts}| d="))(?!\\s*(?://|/?\\*))(?:(?!\\s// ).)*(?:\\p{L}'\\p{L}|(?<![-\\d])\\d{2,4}-\\d{2,4}(?![-\\d]))`,
      'iu',
    ),
    fault: 'has a straight apostrophe, or a hyphen for "to"; use ’ and –',
  },
} satisfies Record<string, HouseRule>;

const maxLines = 300;
const canBeSplit = (path: string) =>
  /\.(ts|tsx|mjs|js|css)$/.test(path) && !/\.spec\.tsx?$|\/migrations\//.test(path);

/** Returns a message for each rule that a file breaks. */
export function faultsOf(path: string, text: string): string[] {
  const lines = text.split('\n');
  const broken = Object.values<HouseRule>(houseRules).flatMap(({ files, except, pattern, fault }) => {
    if (!files.test(path) || except?.test(path)) return [];
    const index = lines.findIndex((line) => pattern.test(line));
    return index < 0 ? [] : [`${path}:${index + 1} ${fault}`];
  });
  const isTooLong = canBeSplit(path) && lines.length - 1 > maxLines;
  return isTooLong
    ? [...broken, `${path} has ${lines.length - 1} lines; split it below ${maxLines}`]
    : broken;
}

/** Returns the paths of all files that git tracks or would track, so that faults are found before the commit. */
export const trackedFiles = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/** Checks every text file. */
async function checkTree(root: string): Promise<void> {
  const files = trackedFiles(root)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
  const faults = [...files.flatMap(({ path, text }) => faultsOf(path, text)), ...(await generatedFaults())];
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${files.length} files were read\n`);
  process.exitCode = faults.length === 0 && files.length > 0 ? 0 : 1;
}

if (import.meta.main) await checkTree(fileURLToPath(new URL('../..', import.meta.url)));
