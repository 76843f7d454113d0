import { createPrivateKey } from 'node:crypto';
import { isEmail, isPrintable, normaliseEmail } from '@journal/contracts';
import { Ajv } from 'ajv';
import type { Static, TObject } from 'typebox';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Lists all faulty variables at once, without their values, which may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Invalid configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
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

/** Whether the text is a time zone name known to this Node; offsets (`+01:00`) are not. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

/** Whether the text is a private key in PEM. Its lines may be separated by a literal `\n`, as in env files. */
function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text.replaceAll('\\n', '\n')).type === 'private';
  } catch {
    return false;
  }
}

/**
 * Reads the variables in `schema` from the environment, applying defaults and converting numbers. Surrounding
 * whitespace is trimmed unless the property is `verbatim`; a variable with nothing but whitespace counts as unset.
 * Throws one `ConfigError` with all faults; a property's `fault` is the message shown to the operator.
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
    if (keyword === 'dependencies') faults.set(String(params['property']), `requires ${missing}`);
    else if (!(name in values)) faults.set(name, 'is not set');
    else {
      const { fault, description }: { fault?: string; description?: string } = schema.properties[name] ?? {};
      faults.set(name, fault ?? `is not valid (${description ?? 'see .env.example'})`);
    }
  }
  throw new ConfigError([...faults].map((fault) => fault.join(': ')));
}
