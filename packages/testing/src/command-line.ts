import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses the command line of a development command: its options and, if `hasNames`, names. Ends the process after
 * `--help`, for which it prints `usage`, and with 2 if the command line is wrong. An option whose default is a number
 * must be one.
 */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  { hasNames = false } = {},
) {
  const { values, positionals } = parse({ ...options, help: { type: 'boolean', short: 'h' } }, hasNames);
  if ('help' in values) {
    process.stdout.write(usage);
    process.exit();
  }
  const given: Readonly<Record<string, unknown>> = values;
  for (const [name, { default: usual }] of Object.entries(options))
    if (isNumber(usual) && !isNumber(given[name]))
      endWithUsageError(`--${name} must be a number, not "${given[name]}"`);
  return { values, names: positionals };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  allowPositionals: boolean,
) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    return endWithUsageError((error as Error).message);
  }
}

const isNumber = (text: unknown) => /^\d+(\.\d+)?$/.test(String(text));

/** Ends the process because its command line is wrong. */
export function endWithUsageError(reason: string): never {
  process.stderr.write(`${reason}\n--help lists the options.\n`);
  process.exit(2);
}
