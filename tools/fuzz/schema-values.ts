import fc from 'fast-check';

/** The part of JSON Schema that the API's document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Valid wherever free text is allowed, and difficult for code that stores, compares, displays or mails it. */
const oddTexts = [
  'ａｂｃ',
  '‮reversed',
  'e\u0301\u0301\u0301',
  'İıſK',
  '👩‍👩‍👧‍👦',
  '\u{10ffff}',
  '\ufeffmark',
  ' padded ',
  "' or 1=1 --",
  '%s%n %00',
  '{{7*7}} #{7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '\\',
  '"',
];

/** Created once, because that enumerates all characters. */
const anyText = fc.string({ unit: 'binary', maxLength: 60 });

/** Generates values that a schema accepts, including odd ones. `named` returns the document's schemas by reference. */
export function valuesOf(schema: Schema, named: (reference: string) => Schema): fc.Arbitrary<unknown> {
  const of = (each: Schema) => valuesOf(each, named);
  if (schema.$ref !== undefined) return of(named(schema.$ref));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(of));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, of);
    case 'array':
      return fc.array(of(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'string':
      return textsOf(schema);
    case 'integer':
      return integersOf(schema);
    case 'number':
      return fc.oneof(integersOf(schema), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, of: (each: Schema) => fc.Arbitrary<unknown>) {
  const fields = Object.entries(properties).map(([name, each]) => [name, of(each)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

function integersOf({ minimum = -2, maximum = 2 ** 31 }: Schema) {
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

function textsOf({ pattern, format, minLength = 0, maxLength = 500 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.oneof(fc.constant('@@email@@'), fc.emailAddress());
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const longest = ['x'.repeat(maxLength), 'ab '.repeat(maxLength / 3), '💥'.repeat(maxLength / 2)];
  return fc.oneof(
    { weight: 6, arbitrary: fc.lorem({ maxCount: 8 }).filter(fits) },
    { weight: 4, arbitrary: fc.constantFrom(...oddTexts, 'plain enough').filter(fits) },
    { weight: 3, arbitrary: anyText.map((text) => text.slice(0, maxLength).padEnd(minLength, '~')) },
    { weight: 1, arbitrary: fc.constantFrom(...longest) },
  );
}
