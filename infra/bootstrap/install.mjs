import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOnce } from './child-process.mjs';
import { installEnvironment, node24, root } from './environment.mjs';
import { ensure } from './stamp.mjs';

/**
 * Installs the dependencies in pnpm-lock.yaml unless they are installed, which takes a few milliseconds to check.
 * Rejects if the installation fails; a later call starts over.
 */
export function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.journal-installed');
  return ensure({ name: 'install', stamp, inputs, isWhole, done: 'Dependencies installed' }, async () => {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    process.stderr.write(
      `Installing dependencies with ${packageManager}; the first time takes a minute or two …\n`,
    );
    const flags = ['--frozen-lockfile', '--prod=false', '--reporter=append-only'];
    const once = () => runOnce(...npx(['--yes', packageManager, 'install', ...flags]), installEnvironment());
    // Registries fail occasionally; the second attempt reuses what the first has fetched.
    const code = (await once()) === 0 ? 0 : await once();
    if (code !== 0)
      throw new Error(`Installing the dependencies failed (pnpm exited with ${code}); see above.`);
    if (!isWhole())
      throw new Error(
        'pnpm reported success, but dependencies are missing: remove node_modules and try again.',
      );
  });
}

function manifests() {
  const members = ['packages', 'services'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [root, ...members, ...['web', 'infra', 'tools', 'bench'].map((name) => join(root, name))]
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(file));
}

function inputs() {
  return [...manifests(), ...['pnpm-lock.yaml', 'pnpm-workspace.yaml'].map((name) => join(root, name))];
}

/** Whether every declared dependency is present: a stamp outlives a half-removed node_modules. */
function isWhole() {
  if (!existsSync(node24)) return false;
  return manifests().every((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    const names = Object.keys({ ...dependencies, ...devDependencies });
    return names.every((name) => existsSync(join(dirname(file), 'node_modules', name)));
  });
}

/** Returns the command for npx: of the npm that belongs to this Node if found, else of the path. */
function npx(args) {
  const fromNpm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? join(dirname(process.env.npm_execpath), 'npx-cli.js')
    : '';
  const beside = join(dirname(dirname(process.execPath)), 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js');
  const script = [fromNpm, beside].find((candidate) => candidate && existsSync(candidate));
  return script
    ? [process.execPath, [script, ...args]]
    : [process.platform === 'win32' ? 'npx.cmd' : 'npx', args];
}
