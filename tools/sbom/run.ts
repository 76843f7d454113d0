import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { images } from './images.ts';

/**
 * `npm run sbom`: writes one CycloneDX file per image to `.sbom`, with its npm packages from the lockfile. The contents
 * of the base image are not included.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  packageManager: string;
};
mkdirSync(`${root}.sbom`, { recursive: true });
for (const [image, name] of Object.entries(images)) {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  const of = ['--filter', name, '--prod', '--lockfile-only'];
  const out = `.sbom/${image}.cdx.json`;
  const args = ['--yes', packageManager, 'sbom', ...format, ...of, '--out', out];
  const { status } = spawnSync('npx', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.exitCode = 1;
    break;
  }
  const { components } = JSON.parse(readFileSync(`${root}${out}`, 'utf8')) as { components: unknown[] };
  process.stdout.write(`${out}: ${components.length} components\n`);
}
