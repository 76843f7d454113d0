import type { Migrations } from '@journal/postgres';

/** Tables that one projection fills. A new version is built in its own schema, beside the live one. */
export type ReadModel = {
  readonly name: string;
  readonly version: number;
  readonly migrations: Migrations;
  /** Whether lower versions are kept once this one is live: evidence can't be recreated. It must not name anybody. */
  readonly keepsEarlier?: boolean;
};

/** Returns the schema that is read, from name and version. A rebuild beside it, or a test, may use another one. */
export function schemaOf(model: ReadModel): string {
  return `${model.name}_v${model.version}`;
}

/**
 * Returns the name of a schema. Throws unless it is a plain identifier, so that the name can be used in a statement,
 * and in the name of a prepared statement, which has at most 63 characters.
 */
export function checkSchemaName(schema: string): string {
  if (!/^[a-z][a-z0-9_]{0,29}$/.test(schema)) throw new Error(`"${schema}" is not a valid schema name`);
  return schema;
}
