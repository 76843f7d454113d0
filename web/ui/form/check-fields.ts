import {
  type FieldError,
  faultMessage,
  isEmail,
  isPrintable,
  type SchemaFault,
  type SchemaWords,
} from '@journal/contracts';
import type { TObject } from 'typebox';
import Format from 'typebox/format';
import Value from 'typebox/value';

Format.Set('email-address', isEmail);
Format.Set('printable', isPrintable);

/** What is wrong with a form's values by the schema that the API has too, at most one error per field, in its words. */
export function checkFields(schema: TObject, values: object): FieldError[] {
  const byPath = new Map<string, string>();
  for (const error of Value.Errors(schema, values)) {
    const path = error.instancePath.slice(1);
    const words = schema.properties[path] as SchemaWords | undefined;
    if (!byPath.has(path)) byPath.set(path, faultMessage(error as SchemaFault, words, path));
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
}
