import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Timeout in milliseconds, from the start. */
const patience = 30_000;

export interface Verdict {
  readonly state: 'holds' | 'FAILED' | 'not run';
  readonly words: string;
}

/**
 * Returns the verdict on the output of `pnpm audit --json`. If no registry can be queried, it reports that nothing was
 * checked.
 */
export function verdictOf(output: string): Verdict {
  const report = parse(output.slice(output.indexOf('{')));
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) return { state: 'not run', words: 'no registry answered with advisories' };
  const serious = (counts['high'] ?? 0) + (counts['critical'] ?? 0);
  if (serious === 0) return { state: 'holds', words: 'no serious advisory' };
  const named = Object.values(report.advisories ?? {}).map(
    ({ module_name: name = '', severity = '', title = '', url = '' }) =>
      `${name} (${severity}): ${title} ${url}`,
  );
  return { state: 'FAILED', words: [`${serious} serious advisories`, ...named].join('\n') };
}

interface Report {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly advisories?: Readonly<
    Record<string, Partial<Record<'module_name' | 'severity' | 'title' | 'url', string>>>
  >;
}

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

/** Starts querying the registry about the images' packages. Resolves with the verdict within 30 seconds. */
export async function audit(): Promise<Verdict> {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    packageManager: string;
  };
  return new Promise((resolve) => {
    const asking = spawn('npx', ['--yes', packageManager, 'audit', '--prod', '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: patience,
    });
    let output = '';
    asking.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    asking.on('error', () => resolve(verdictOf('')));
    asking.on('exit', () => resolve(verdictOf(output)));
    process.once('exit', () => asking.kill());
  });
}
