/** Undefined table, undefined schema. */
const sqlStates = new Set<unknown>(['42P01', '3F000']);

/** Whether a statement failed because a table, or the schema it is to be in, is not there. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && sqlStates.has(error.code);
}
