import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';

// Each starts a process that loads most of the journal, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const commands = {
  bench: 'bench/run.ts',
  faults: 'infra/faults/main.ts',
  fuzz: 'tools/fuzz/run.ts',
  load: 'bench/load/main.ts',
};

async function run(command: keyof typeof commands, ...words: string[]) {
  const entry = fileURLToPath(new URL(`../../${commands[command]}`, import.meta.url));
  const child = spawn(process.execPath, [entry, ...words], { timeout: 100_000 });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code };
}

it.each(Object.keys(commands) as (keyof typeof commands)[])(
  'npm run %s -- --help prints its usage',
  async (name) => {
    const { output, ...rest } = await run(name, '--help');
    expect(rest).toEqual({ errors: '', code: 0 });
    expect(output).toMatch(new RegExp(`^npm run ${name} \\[`));
  },
);

describe('a wrong command line ends with 2 and one reason:', () => {
  it.each<[keyof typeof commands, string[], RegExp]>([
    ['bench', ['nothing'], /^No bench is named "nothing"/],
    ['faults', ['--queue', 'kafka'], /^--queue must be one of redis, postgres, not "kafka"$/m],
    ['fuzz', ['--calls', 'many'], /^--calls must be a number, not "many"$/m],
    ['load', ['--systems', '2'], /^--systems must be like 1x1,1x2, not "2"$/m],
    ['load', ['--fast'], /^Unknown option '--fast'/],
  ])('%s %j', async (name, words, reason) => {
    const { output, errors, code } = await run(name, ...words);
    expect({ output, code }).toEqual({ output: '', code: 2 });
    expect(errors).toMatch(reason);
    expect(errors).not.toMatch(/^ +at /m);
  });
});
