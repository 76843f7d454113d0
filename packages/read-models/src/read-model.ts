import type { Migrations } from '@journal/postgres';

/** Tables that one projection fills. A new version is built in a schema of its own, beside the one that is read. */
export type ReadModel = {
  readonly name: string;
  readonly version: number;
  readonly migrations: Migrations;
  /** Whether lower versions stay when this one is live: what is evidence can't be made again, and may name nobody. */
  readonly keepsEarlier?: boolean;
};

/** Returns the schema that is read: the name and the version. A rebuild beside it, or a test, may use another. */
export function schemaOf(model: ReadModel): string {
  return `${model.name}_v${model.version}`;
}

/**
 * Returns the name of a schema; throws for what can't be a plain one, so that the name may stand in a statement, and in
 * the name of a prepared one, which has 63 letters at most.
 */
export function checkSchemaName(schema: string): string {
  if (!/^[a-z][a-z0-9_]{0,29}$/.test(schema)) throw new Error(`"${schema}" can't be the name of a schema`);
  return schema;
}
