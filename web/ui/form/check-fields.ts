import {
  type FieldError,
  isEmail,
  isPrintable,
  type SchemaError,
  type SchemaMessages,
  schemaErrorMessage,
} from '@journal/contracts';
import type { TObject } from 'typebox';
import Format from 'typebox/format';
import Value from 'typebox/value';

Format.Set('email-address', isEmail);
Format.Set('printable', isPrintable);

/**
 * Returns the errors of a form's values by the schema that the API also uses, at most one per field, with its messages.
 */
export function checkFields(schema: TObject, values: object): FieldError[] {
  const byPath = new Map<string, string>();
  for (const error of Value.Errors(schema, values)) {
    const path = error.instancePath.slice(1);
    const messages: SchemaMessages = { ...schema.properties[path], ...schemaAt(schema, error.schemaPath) };
    if (byPath.has(path)) continue;
    const value = values[path as keyof typeof values];
    byPath.set(path, schemaErrorMessage(error as SchemaError, messages, path, value));
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}

/** Returns the part of a schema that a path such as `#/properties/name` leads to. */
function schemaAt(schema: object, path: string): object | undefined {
  const [, ...names] = path.split('/');
  return names.reduce<object | undefined>((at, name) => at?.[name as keyof typeof at], schema);
}
