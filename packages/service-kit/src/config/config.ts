import { createPrivateKey } from 'node:crypto';
import { isEmail, isPrintable, normaliseEmail } from '@journal/contracts';
import { Ajv } from 'ajv';
import type { Static, TObject } from 'typebox';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names every faulty variable at once; never shows a value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration can't be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const ajv = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  strict: false,
  formats: {
    'email-address': (text: string) => isEmail(normaliseEmail(text)),
    printable: isPrintable,
    'time-zone': isTimeZone,
    'private-key': isPrivateKey,
  },
});

/** Whether it is the name of a zone that this Node knows; an offset (`+01:00`) is none. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether it is a private key in PEM, whose lines may be parted by `\n` as in files of variables. */
function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text.replaceAll('\\n', '\n')).type === 'private';
  } catch {
    return false;
  }
}

/**
 * Reads what `schema` names from the environment, with its defaults and number conversion. Blanks around a value don't
 * count, unless the property is `verbatim`, and a variable of nothing else counts as unset. Throws one `ConfigError`
 * with all faults; a property's `fault` is what the person is told.
 */
export function loadConfig<Schema extends TObject>(schema: Schema, env: Environment): Static<Schema> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const given = env[name]?.trim();
    if (given) values[name] = 'verbatim' in property ? env[name] : given;
  }
  if (ajv.validate(schema, values)) return values as Static<Schema>;
  const faults = new Map<string, string>();
  for (const { keyword, params, instancePath } of ajv.errors ?? []) {
    const missing = String(params['missingProperty']);
    const name = keyword === 'required' ? missing : (instancePath.split('/')[1] ?? '');
    if (keyword === 'dependencies') faults.set(String(params['property']), `needs ${missing} beside it`);
    else if (!(name in values)) faults.set(name, 'is not set');
    else {
      const { fault, description }: { fault?: string; description?: string } = schema.properties[name] ?? {};
      faults.set(name, fault ?? `is not usable (${description ?? 'see .env.example'})`);
    }
  }
  throw new ConfigError([...faults].map((fault) => fault.join(': ')));
}
