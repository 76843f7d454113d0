const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * Connection exceptions, standbys, idle too long in a transaction, conflicts between transactions, too few resources,
 * cancelled, shutdown, crash, not yet started, idle too long, faults of the machine.
 */
const unreachableStates = /^(08...|25006|25P03|40...|53...|57014|57P0[1-5]|58...)$/;
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether an error, or one of its causes, means that a server is unreachable: a later attempt may succeed, which it never
 * does for a wrong statement or a wrong password.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (systemCodes.has(code) || unreachableStates.test(code) || messages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isUnreachable)) return true;
  return isUnreachable(error.cause);
}

/** Undefined table, undefined schema. */
const undefinedStates = new Set<unknown>(['42P01', '3F000']);

/** Whether a statement failed because a table or its schema does not exist. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && undefinedStates.has(error.code);
}
