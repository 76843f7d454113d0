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
 * SQLSTATEs of connection exceptions, standbys, idle-in-transaction timeouts, transaction conflicts, insufficient
 * resources, cancelled statements, shutdown, crash, startup, idle-session timeouts and system errors.
 */
const unreachableStates = /^(08...|25006|25P03|40...|53...|57014|57P0[1-5]|58...)$/;
const messages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether an error or one of its causes means that a server is unreachable, so that a later attempt may succeed. False
 * for an invalid statement or a wrong password, with which no attempt succeeds.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (systemCodes.has(code) || unreachableStates.test(code) || messages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isUnreachable)) return true;
  return isUnreachable(error.cause);
}

/** SQLSTATEs for an undefined table and an undefined schema. */
const undefinedStates = new Set<unknown>(['42P01', '3F000']);

/** Whether a statement failed because a table or its schema does not exist. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && undefinedStates.has(error.code);
}
