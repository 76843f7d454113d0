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
/** Connection exceptions (08…), too many connections, shutdown, crash, not yet started, idle too long. */
const sqlStates = /^(08...|53300|57P0[1-5])$/;
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether an error, or one of its causes, says that a server can't be reached just now: trying again later may help,
 * which it never does for a wrong statement or a refused password.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (systemCodes.has(code) || sqlStates.test(code) || messages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isUnreachable)) return true;
  return isUnreachable(error.cause);
}
